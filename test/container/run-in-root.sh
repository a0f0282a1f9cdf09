#!/bin/bash
# Runs a command as a container of the Dockerfile would: in a root folder that is read-only, as user 65532 without any capability,
# with the given folders writable. Needs root, for mounts that end with this process.
# Usage: unshare --mount run-in-root.sh ROOT WRITABLE,WRITABLE COMMAND...
set -euo pipefail
root=$1 writable=$2
shift 2
mount --bind "$root" "$root"
for folder in ${writable//,/ }; do
  mount --bind "$root$folder" "$root$folder"
done
mount -o remount,bind,ro "$root"
exec setpriv --clear-groups --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid \
  unshare --root="$root" --wd=/srv/prices --setgid=65532 --setuid=65532 "$@"
