#!/bin/sh
# Boots a fresh Debian in a container and installs FaiWatch there as an operator would: with systemd, a
# release to fetch from, a signature, an update, and everything that goes wrong.
#
#   sudo sh tests/install/run.sh            with releases made from the source as it is
#   sudo sh tests/install/run.sh --release  besides, installs what npm run release made, in dist/release
#
# The pages are those of the last npm run build.
#
# Needs root, debootstrap, systemd-nspawn (systemd-container), minisign and shellcheck; only the first run
# fetches packages (bare-system.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
release=
if [ "${1:-}" = --release ]; then release=$repository/dist/release; fi

skip() { printf 'skipped: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
[ "$(uname -s)" = Linux ] || skip "this test needs Linux"
for program in debootstrap systemd-nspawn minisign openssl shellcheck; do
  command -v "$program" >/dev/null || skip "there is no $program here (scripts/setup install)"
done
[ -e "$repository/web/dist/routes.json" ] || { printf 'There are no pages: npm run build\n' >&2; exit 1; }

shellcheck "$repository/install.sh" "$here"/*.sh

work=$(mktemp -d /var/tmp/faiwatch-install.XXXXXX)
server=
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

bare=$(sh "$here/bare-system.sh")

root=$work/root
mkdir "$root"
tar -C "$root" -xf "$bare"

# Releases as they would lie on the web, in the test directory of the container and on a server here.
test=$root/opt/test
mkdir -p "$test"
bun=$repository/node_modules/.bin/bun
"$bun" "$here/make-releases.ts" "$test/releases"
cp "$test/releases/install.sh" "$here/inside.sh" "$test"
if [ -n "$release" ]; then cp -r "$release" "$test/released"; fi

# A server that this system believes.
certificates=$root/usr/local/share/ca-certificates
mkdir -p "$certificates"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj '/CN=test' \
  -addext 'subjectAltName=IP:127.0.0.1,DNS:localhost' -keyout "$work/server.key" -out "$test/server.crt" 2>/dev/null
cp "$test/server.crt" "$certificates/server.crt"
chroot "$root" update-ca-certificates >/dev/null 2>&1
"$bun" "$here/serve-folder.ts" "$test/releases" "$test/server.crt" "$work/server.key" >"$work/server" &
server=$!
until [ -s "$work/server" ]; do sleep 0.1; done
cp "$work/server" "$test/url"

sh "$here/boot-once.sh" "$root" 'sh /opt/test/inside.sh' 600 ||
  { printf 'The installation test failed.\n' >&2; exit 1; }

sh "$here/cluster.sh" || { printf 'The test of a cluster under systemd failed.\n' >&2; exit 1; }
