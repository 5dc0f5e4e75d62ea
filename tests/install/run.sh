#!/bin/sh
# Boots a fresh Debian in a container and installs FaiWatch there as an operator would: with systemd, a
# release to fetch from, a signature, an update, and everything that goes wrong.
#
#   sudo sh tests/install/run.sh            with dist/faiwatch, or what E2E_BINARY names
#   sudo sh tests/install/run.sh --release  with what npm run release made, in dist/release
#
# Needs root, debootstrap, systemd-nspawn (systemd-container), minisign and shellcheck; only the first run
# fetches packages (bare-system.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
binary=${E2E_BINARY:-$repository/dist/faiwatch}
release=
if [ "${1:-}" = --release ]; then
  release=$repository/dist/release
  case $(uname -m) in aarch64) binary=$release/faiwatch-linux-arm64 ;; *) binary=$release/faiwatch-linux-x64 ;; esac
fi

skip() { printf 'skipped: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
[ "$(uname -s)" = Linux ] || skip "this test needs Linux"
for program in debootstrap systemd-nspawn minisign shellcheck; do
  command -v "$program" >/dev/null || skip "there is no $program here (scripts/setup install)"
done
[ -x "$binary" ] || { printf 'There is no executable %s: npm run build\n' "$binary" >&2; exit 1; }

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
cp "$repository/install.sh" "$here/inside.sh" "$test"
bun=$repository/node_modules/.bin/bun
"$bun" "$here/make-releases.ts" "$binary" "$test/releases" ${release:+"$release"}
cp "$binary" "$test/faiwatch"
(cd "$test" && sha256sum faiwatch >SHA256SUMS)
"$bun" "$here/serve-folder.ts" "$test/releases" >"$work/server" &
server=$!
until [ -s "$work/server" ]; do sleep 0.1; done
cp "$work/server" "$test/url"

sh "$here/boot-once.sh" "$root" 'sh /opt/test/inside.sh' 600 ||
  { printf 'The installation test failed.\n' >&2; exit 1; }
