#!/bin/sh
# What run.sh does in the container. Every step says what it shows; the first that fails ends it.
set -eu
cd /opt/test
url=$(cat url)
good=releases/good
# What the program believes besides what is built into it; curl believes what the system does.
export NODE_EXTRA_CA_CERTS=/opt/test/server.crt
data=/var/lib/faiwatch

step() { printf '• %s\n' "$*"; }
fail() {
  printf '  failed: %s\n' "$*"
  journalctl -u faiwatch -n 40 --no-pager || true
  exit 1
}
check() { # description, command…
  what=$1
  shift
  "$@" || fail "$what"
}
refused() { # what it must say, command…
  said=$1
  shift
  if "$@" >refusal 2>&1; then cat refusal; fail "was not refused: $*"; fi
  grep -q "$said" refusal || { cat refusal; fail "did not say: $said"; }
}
is_active() { [ "$(systemctl is-active faiwatch)" = active ]; }
answers() { curl -fsS -o /dev/null "http://127.0.0.1:8080/readyz"; }
main_pid() { systemctl show -p MainPID --value faiwatch; }
not_installed() { [ ! -e /usr/local/bin/faiwatch ] && [ ! -e /etc/systemd/system/faiwatch.service ]; }
until_true() { # seconds, command…
  left=$1
  shift
  while ! "$@" 2>/dev/null; do
    left=$((left - 1))
    [ $left -gt 0 ] || return 1
    sleep 1
  done
}
logs_in() {
  curl -sS --fail-with-body -H 'Content-Type: application/json' -o login \
    -d "{\"username\":\"admin\",\"password\":\"$password\"}" \
    http://127.0.0.1:8080/api/auth/login || { cat login; return 1; }
}
running_version() { curl -fsS http://127.0.0.1:8080/readyz | sed 's/.*"version":"\([^"]*\)".*/\1/'; }
owned_by_service() { [ -z "$(find $data ! -user faiwatch)" ]; }

step "a 32-bit system is refused with a sentence"
mkdir -p fake
cat >fake/uname <<'UNAME'
#!/bin/sh
[ "$1" = -m ] && echo armv7l || echo Linux
UNAME
chmod +x fake/uname
refused "64-bit Raspberry Pi OS" env PATH="/opt/test/fake:$PATH" sh install.sh --from "$good"

step "what was damaged, forged or carried over in part is refused, and nothing is installed"
refused "is wrong; it was damaged" sh install.sh --from releases/damaged
refused "signature of SHA256SUMS is wrong" sh install.sh --from releases/forged
mkdir -p unsigned
cp "$good"/faiwatch-* unsigned
refused "There is no SHA256SUMS" sh install.sh --from unsigned
refused "There is no SHA256SUMS" sh install.sh --from unsigned --unsigned
cp "$good/SHA256SUMS" unsigned
refused "There is no SHA256SUMS.minisig" sh install.sh --from unsigned
check "nothing is installed" not_installed

step "what one built oneself is installed with its checksums, once one says so"
sh install.sh --from unsigned --unsigned --no-start >installed || { cat installed; fail "install.sh failed"; }
grep -q "not checked, as you said" installed || fail "it was not said"
sh install.sh --uninstall --purge >/dev/null
check "nothing is installed" not_installed
rm -rf unsigned

if [ -d released ]; then
  step "what npm run release made is installed"
  unsigned=
  [ -e released/SHA256SUMS.minisig ] || unsigned=--unsigned
  # shellcheck disable=SC2086 # a word or none
  sh released/install.sh --from released $unsigned --no-start >installed || { cat installed; fail "install.sh failed"; }
  sh install.sh --uninstall --purge >/dev/null
fi

step "offline, from a folder: the service runs, as a user of its own, on a directory of its own"
sh install.sh --from "$good" >installed || { cat installed; fail "install.sh failed"; }
version=$(faiwatch --version)
grep -q "The signature is right" installed || fail "the signature was not checked"
grep -q "The checksum of faiwatch-linux.* is right" installed || fail "the checksum was not checked"
grep -q "http://.*:8080" installed || fail "no address was printed"
check "the service is active" is_active
check "it answers" until_true 20 answers
check "it runs as faiwatch" [ "$(stat -c %U "/proc/$(main_pid)")" = faiwatch ]
check "the data is its own alone" [ "$(stat -c '%U %a' $data)" = "faiwatch 700" ]
check "nobody can log in as it" grep -q '^faiwatch:.*nologin$' /etc/passwd
check "it is started at boot" systemctl is-enabled -q faiwatch
check "nothing made it start anew" [ "$(systemctl show -p NRestarts --value faiwatch)" = 0 ]

step "the first password is found as install.sh says"
command=$(sed -n 's/^The first password: *sudo //p' installed)
sh -c "$command" >password || fail "there is no password: $command"
password=$(sed -n 's/^ \{4\}\([^ ]*\)$/\1/p' password)
check "there is a password: $(cat password)" [ -n "$password" ]
check "it logs in" logs_in

step "run again, it changes nothing but starts the service anew"
before=$(main_pid)
sh install.sh --from "$good" >again || { cat again; fail "the second time failed"; }
grep -q "is as it was" again || fail "the unit was written again"
check "the service is active" is_active
check "it is another process" [ "$(main_pid)" != "$before" ]
check "the password is the same" logs_in

step "a loop that is stuck is started anew by the watchdog"
mkdir -p /etc/systemd/system/faiwatch.service.d
printf '[Service]\nWatchdogSec=3\n' >/etc/systemd/system/faiwatch.service.d/test.conf
systemctl daemon-reload
systemctl restart faiwatch
before=$(main_pid)
sleep 7
check "one that turns is left alone" [ "$(main_pid)" = "$before" ]
kill -STOP "$before"
is_another() { [ "$(main_pid)" != "$before" ] && is_active && answers; }
check "the stuck one is replaced" until_true 40 is_another
rm -r /etc/systemd/system/faiwatch.service.d
systemctl daemon-reload

step "commands of root leave nothing behind that the service could not write"
systemctl stop faiwatch
faiwatch keys create --count 1 --type key_only --json >/dev/null || fail "keys create"
faiwatch backup create >/dev/null || fail "backup create"
backup=$(find $data/backups -name '*manual.db.zst' -printf '%f\n')
faiwatch backup verify "$backup" >/dev/null || fail "backup verify"
faiwatch backup restore "$backup" >/dev/null || fail "backup restore"
check "all of it is the service's" owned_by_service
systemctl start faiwatch
check "it starts again" until_true 20 answers
faiwatch doctor >findings || true
cat findings
grep -q '^ok  *ports: HTTP on port 8080 is served by FaiWatch' findings || fail "the doctor does not see the server"
refused "running on this data directory" faiwatch backup restore "$backup"
check "all of it is still the service's" owned_by_service

step "a release is fetched, its checksum and its signature checked"
refused "signature of SHA256SUMS is wrong" sh install.sh --url "$url/forged"
refused "is wrong; it was damaged" sh install.sh --url "$url/damaged"
refused "could not be fetched" sh install.sh --url "$url/none"
refused "takes an address with https" sh install.sh --url "http${url#https}/good"
check "the service still runs" answers
sh install.sh --url "$url/good" >fetched || { cat fetched; fail "fetching"; }
grep -q "The signature is right" fetched || fail "the signature was not checked"
check "it answers" until_true 20 answers
check "the one before is kept" [ -x /usr/local/bin/faiwatch.previous ]

step "an update is found, installed, and runs; the one before is kept"
faiwatch update --check --url "$url/next" | grep -q "9.8.0 is available" || fail "it was not found"
faiwatch update --url "$url/next" --restart || fail "the update"
check "it runs" [ "$(running_version)" = 9.8.0 ]
check "the one before is kept" [ "$(/usr/local/bin/faiwatch.previous --version)" = "$version" ]
faiwatch update --url "$url/next" --json | grep -q '"update_available": false' || fail "it is the newest"
check "all of it is the service's" owned_by_service

step "an update that is not what it says it is changes nothing"
refused "signature" faiwatch update --url "$url/broken-forged" --restart
refused "not what the release says" faiwatch update --url "$url/broken-damaged" --restart
refused "comes over https" faiwatch update --url "http${url#https}/next" --restart
refused "older than this 9.8.0" faiwatch update --url "$url/older" --restart
refused "older than the 9.8.0" sh install.sh --url "$url/good"
check "the one before runs" [ "$(running_version)" = 9.8.0 ]

step "an update that changes the database and does not start is taken back, with the database"
faiwatch keys create --count 1 --type key_only --json >/dev/null
keys=$(faiwatch keys list --json | grep -c key_code)
refused "9.8.0 runs again" faiwatch update --url "$url/broken" --restart --wait 20
check "the one before runs" [ "$(running_version)" = 9.8.0 ]
check "its data is as it was" [ "$(faiwatch keys list --json | grep -c key_code)" = "$keys" ]
check "all of it is the service's" owned_by_service

step "a port below 1024 is served once the unit knows of it"
printf 'port = 80\n' >$data/faiwatch.toml
chown faiwatch: $data/faiwatch.toml
chmod 600 $data/faiwatch.toml
faiwatch service install >/dev/null || fail "service install"
check "it answers on port 80" until_true 20 curl -fsS -o /dev/null http://127.0.0.1/readyz
rm $data/faiwatch.toml
faiwatch service install >/dev/null

step "removed, it leaves the data; installed again, it goes on with it"
sh install.sh --uninstall >removed || { cat removed; fail "uninstall"; }
check "nothing is installed" not_installed
check "the data is there" [ -f $data/faiwatch.db ]
sh install.sh --from "$good" >/dev/null
check "it answers" until_true 20 answers
check "the password is the same" logs_in

step "removed with --purge, it leaves nothing"
sh install.sh --uninstall --purge >/dev/null
check "nothing is installed" not_installed
check "no data is left" [ ! -e $data ]
check "no user is left" [ -z "$(getent passwd faiwatch)" ]

printf 'All is well.\n'
