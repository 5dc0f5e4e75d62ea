#!/bin/sh
# Does what docs/first-evening.md and docs/operating/without-a-browser.md have a newcomer type, word for word,
# on a fresh Debian: every command of it has to work, and an alert has to arrive, within five minutes.
#
#   sudo sh tests/install/newcomer.sh       with dist/faiwatch, or what E2E_BINARY names
#
# The container has no network, so it cannot fetch packages: `npm run build` hands out the executable that was
# built before. The messenger is the strict fake. Needs what run.sh needs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
binary=${E2E_BINARY:-$repository/dist/faiwatch}

skip() { printf 'skipped: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
[ "$(uname -s)" = Linux ] || skip "this test needs Linux"
for program in debootstrap systemd-nspawn shellcheck; do
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
mkdir -p "$test/steps"

# The source, where somebody who may use sudo has it, as on a Raspberry Pi.
chroot "$root" useradd --create-home --shell /bin/bash pi
install -D -m 755 "$binary" "$test/faiwatch"
install -D -m 644 "$repository/install.sh" "$root/home/pi/install.sh"
cat >"$root/usr/local/bin/npm" <<'NPM'
#!/bin/sh
[ "$1 $2 $3 $4" = "run build -- --outfile" ] || { echo "npm: this one only builds" >&2; exit 2; }
install -D -m 755 /opt/test/faiwatch "$5"
NPM
printf '#!/bin/sh\nexec /opt/source/node_modules/.bin/bun "$@"\n' >"$root/usr/local/bin/node"
chmod 755 "$root/usr/local/bin/npm" "$root/usr/local/bin/node"
printf '127.0.0.1 localhost pi\n' >"$root/etc/hosts"
echo pi >"$root/etc/hostname"

echo 'pi ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/test"
# All that is set: where the messenger is, and that there is no internet to look for.
mkdir -p "$root/etc/systemd/system/faiwatch.service.d"
printf '[Service]\nEnvironment=FAIWATCH_TELEGRAM_API_ROOT=%s FAIWATCH_UPLINK_TARGETS=none\n' \
  http://127.0.0.1:8099 >"$root/etc/systemd/system/faiwatch.service.d/test.conf"

bun=/opt/source/node_modules/.bin/bun
sh "$here/boot-once.sh" "$root" "$bun /opt/source/tests/install/newcomer.ts" 700 --hostname=pi \
  --private-network --resolv-conf=off --bind-ro="$repository:/opt/source" ||
  { printf 'The newcomer did not get there.\n' >&2; exit 1; }
