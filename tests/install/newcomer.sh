#!/bin/sh
# Does what the first section of docs/operating.md says, word for word, as a newcomer on a fresh Debian
# does: every command of it has to work, and an alert has to arrive, within five minutes.
#
#   sudo sh tests/install/newcomer.sh       with dist/faiwatch, or what E2E_BINARY names
#
# The container has no network: github.com is a server in it that answers with a certificate it trusts,
# and the messenger is the strict fake. Needs what run.sh needs, and openssl.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
binary=${E2E_BINARY:-$repository/dist/faiwatch}

skip() { printf 'skipped: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
[ "$(uname -s)" = Linux ] || skip "this test needs Linux"
for program in debootstrap systemd-nspawn minisign openssl shellcheck; do
  command -v "$program" >/dev/null || skip "there is no $program here (scripts/setup install)"
done
[ -x "$binary" ] || { printf 'There is no executable %s: npm run build\n' "$binary" >&2; exit 1; }
shellcheck "$here"/*.sh

work=$(mktemp -d /var/tmp/faiwatch-newcomer.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM
bare=$(sh "$here/bare-system.sh")
root=$work/root
test=$root/opt/test
mkdir "$root"
tar -C "$root" -xf "$bare"
mkdir -p "$test/steps" "$test/release"

# The release as it lies on the web.
for target in linux-x64 linux-x64-baseline linux-arm64; do
  cp --reflink=auto "$binary" "$test/release/faiwatch-$target"
done
(cd "$test/release" && sha256sum faiwatch-* >SHA256SUMS)
minisign -G -W -p "$work/key.pub" -s "$work/key.sec" >/dev/null
minisign -S -s "$work/key.sec" -m "$test/release/SHA256SUMS" >/dev/null
sed "s|^release_key=\$|release_key=$(sed -n 2p "$work/key.pub")|" "$repository/install.sh" >"$test/release/install.sh"

# A github.com that this system believes.
certificates=$root/usr/local/share/ca-certificates
mkdir -p "$certificates"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj '/CN=test' \
  -addext 'subjectAltName=DNS:github.com' -keyout "$test/github.key" -out "$test/github.crt" 2>/dev/null
cp "$test/github.crt" "$certificates/github.crt"
chroot "$root" update-ca-certificates >/dev/null 2>&1
printf '127.0.0.1 localhost pi github.com\n' >"$root/etc/hosts"
echo pi >"$root/etc/hostname"

# Somebody who may use sudo, as on a Raspberry Pi; the address of the messenger is all that is set.
chroot "$root" useradd --create-home --shell /bin/bash pi
cat >"$root/etc/sudoers.d/test" <<'SUDOERS'
pi ALL=(ALL) NOPASSWD: ALL
Defaults env_keep += "FAIWATCH_TELEGRAM_API_ROOT"
SUDOERS
mkdir -p "$root/etc/systemd/system/faiwatch.service.d"
printf '[Service]\nEnvironment=FAIWATCH_TELEGRAM_API_ROOT=http://127.0.0.1:8099\n' \
  >"$root/etc/systemd/system/faiwatch.service.d/test.conf"

bun=/opt/source/node_modules/.bin/bun
sh "$here/boot-once.sh" "$root" "$bun /opt/source/tests/install/newcomer.ts" 700 --hostname=pi \
  --private-network --resolv-conf=off --bind-ro="$repository:/opt/source" ||
  { printf 'The newcomer did not get there.\n' >&2; exit 1; }
