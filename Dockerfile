# syntax=docker/dockerfile:1
# An image with Node.js and pricesheet, without a shell and without root: docs/containers.md says how to run it.
#
# Tags move, so both bases have the digest of their index for all platforms, and a build is always on the same ones. To renew them,
# with all that was mended in them since:
#   docker buildx imagetools inspect docker.io/library/node:24-trixie-slim
#   docker buildx imagetools inspect gcr.io/distroless/nodejs24-debian13:nonroot
ARG BUILD=docker.io/library/node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
ARG RUNTIME=gcr.io/distroless/nodejs24-debian13:nonroot@sha256:9eeb7f5887d0e239e78264b06f7f11d2e14be534050481803a9e4728fcdd278e

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
