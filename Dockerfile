# syntax=docker/dockerfile:1
# An image with Node.js and pricesheet, without a shell and without root: docs/containers.md says how to run it.
#
# Tags move. For a build that is always the same, look the digests up and pass them:
#   docker buildx imagetools inspect gcr.io/distroless/nodejs24-debian13:nonroot
#   docker build --build-arg RUNTIME=gcr.io/distroless/nodejs24-debian13:nonroot@sha256:… --tag pricesheet:0.1.0 .
ARG BUILD=docker.io/library/node:24-trixie-slim
ARG RUNTIME=gcr.io/distroless/nodejs24-debian13:nonroot

FROM ${BUILD} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The image has what an installation has: the files of the package, and nothing else.
RUN npm pack --pack-destination /tmp && mkdir -p /image/package /image/folders/runs /image/folders/state \
  && tar -xzf /tmp/pricesheet-*.tgz -C /image/package --strip-components=1

FROM ${RUNTIME}
COPY --from=build /image/package /opt/pricesheet
# A named volume that is new takes over the owner of the folder it is mounted on. There is no VOLUME on purpose: without a
# mount a read-only container fails before it sends anything, instead of losing what `undo` needs.
COPY --from=build --chown=65532:65532 /image/folders /srv/prices
ENV NODE_ENV=production XDG_STATE_HOME=/srv/prices/state
USER 65532:65532
WORKDIR /srv/prices
STOPSIGNAL SIGTERM
# Node.js is process 1 and gets the signals itself.
ENTRYPOINT ["/nodejs/bin/node", "/opt/pricesheet/dist/bin.cjs"]
CMD ["--help"]
