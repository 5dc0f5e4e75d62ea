#!/bin/sh
# Runs what the Dockerfile describes, without an engine: the files of its base and the executable in a
# root of their own, entered as its user, in namespaces of their own, as compose.yaml has it: nothing but
# the volume can be written, and no right of an administrator is left.
#
#   sudo sh tests/docker/run.sh      with dist/faiwatch, or what E2E_BINARY names
#
# Needs root, debootstrap, unshare and setpriv (util-linux), iproute2 and shellcheck. The base is made of
# the Debian packages of which distroless makes base-nossl-debian12, in the same release; the build stage
# itself needs an engine, and runs in the release workflow.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
binary=${E2E_BINARY:-$repository/dist/faiwatch}

skip() { printf 'skipped: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
[ "$(uname -s)" = Linux ] || skip "this test needs Linux"
for program in debootstrap unshare setpriv ip shellcheck; do
  command -v "$program" >/dev/null || skip "there is no $program here (scripts/setup install)"
done
[ -x "$binary" ] || { printf 'There is no executable %s: npm run build\n' "$binary" >&2; exit 1; }
shellcheck "$here"/*.sh

work=$(mktemp -d /var/tmp/faiwatch-docker.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM
"$repository/node_modules/.bin/bun" "$here/image-config.ts" >"$work/image"
# shellcheck source=/dev/null
. "$work/image"
# shellcheck disable=SC2154 # from the file
user=$image_user volume=$image_volume entrypoint=$image_entrypoint

bare=$(sh "$repository/tests/install/bare-system.sh")
root=$work/root
mkdir -p "$root" "$work/bare"
tar -C "$work/bare" -xf "$bare"
for package in base-files ca-certificates libc6 media-types netbase tzdata; do
  set -- "$work/bare/var/lib/dpkg/info/$package"*.list
  [ -f "$1" ] || { printf 'The bare system has no %s\n' "$package" >&2; exit 1; }
  sed 's,^/,,' "$1"
done | sort -u >"$work/files"
# What installing them makes besides.
printf '%s\n' etc/ssl/certs/ca-certificates.crt >>"$work/files"
# Both /lib and /bin are links in a system of today, and packages may name what is behind them by either.
for link in bin lib lib64 sbin; do
  if [ -L "$work/bare/$link" ]; then cp -P "$work/bare/$link" "$root/"; mkdir -p "$root/usr/$link"; fi
done
while read -r file; do
  [ -d "$work/bare/$file" ] || [ ! -e "$work/bare/$file" ] || printf '%s\n' "$file"
done <"$work/files" | tar -C "$work/bare" -cf - --no-recursion -T - | tar -C "$root" --keep-directory-symlink -xf -
rm -rf --one-file-system "$work/bare"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/home/nonroot" "$root/etc"
chmod 1777 "$root/tmp"
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' \
  >"$root/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' >"$root/etc/group"
[ ! -e "$root/bin/sh" ] || { printf 'The base has a shell; distroless has none.\n' >&2; exit 1; }

install -D -m 755 "$binary" "$root${entrypoint%% *}"
install -d -o "${user%:*}" -g "${user#*:}" "$root$volume"

unshare --mount --net --pid --ipc --uts --fork --mount-proc \
  sh "$here/inside.sh" "$root" "$work/image" "$work/log" || {
  tail -n 40 "$work/log" >&2
  printf 'The container test failed.\n' >&2
  exit 1
}
