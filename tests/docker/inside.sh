#!/bin/sh
# What run.sh does in the namespaces: ROOT IMAGE LOG
set -eu
root=$1
log=$3
# shellcheck source=/dev/null
. "$2"
# shellcheck disable=SC2154 # from the file
user=$image_user volume=$image_volume environment=$image_environment signal=$image_stopSignal

step() { printf '• %s\n' "$*"; }
fail() { printf '  failed: %s\n' "$*"; exit 1; }

ip link set lo up
mount --make-rprivate /
# Nothing but the volume can be written, as with `read_only: true`; the devices are those of an engine.
mount --bind "$root$volume" "$root$volume"
mount --rbind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc -o ro,nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
for device in null zero random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done

# Becomes a program of the image, as its user, without rights and without a way to get some.
become() {
  # shellcheck disable=SC2086 # a list of NAME=value
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/nonroot $environment \
    setpriv --bounding-set=-all,+sys_chroot,+setuid,+setgid --inh-caps=-all --no-new-privs \
    chroot --userspec="$user" "$root" "$@"
}
in_image() { (become "$@"); }
is_healthy() {
  # shellcheck disable=SC2086,SC2154 # a list of words
  in_image $image_healthcheck >/dev/null 2>&1
}

step "before it serves it is not healthy"
if is_healthy; then fail "it says it is healthy"; fi

step "it serves, as its user"
# shellcheck disable=SC2086,SC2154 # a list of words
become $image_entrypoint $image_command >"$log" 2>&1 &
server=$!
left=30
until is_healthy; do
  kill -0 "$server" 2>/dev/null || fail "it ended"
  left=$((left - 1))
  [ $left -gt 0 ] || fail "it does not become healthy"
  sleep 1
done
[ "$(stat -c %u:%g "/proc/$server")" = "$user" ] || fail "it is $(stat -c %u:%g "/proc/$server")"
grep -q '^CapEff:[[:space:]]*0*$' "/proc/$server/status" || fail "it has rights left"
grep -q '^NoNewPrivs:[[:space:]]*1$' "/proc/$server/status" || fail "it may get new rights"
# shellcheck disable=SC2154 # from the file
for port in $image_ports; do
  # 7: refused; a port that is open and not HTTP is another error.
  tried=0
  curl -s -o /dev/null --max-time 5 "http://127.0.0.1:$port/" || tried=$?
  [ $tried != 7 ] || fail "nobody answers on port $port"
done
curl -fsS http://127.0.0.1:8080/ | grep -q '<div id="root"' || fail "there are no pages"

step "what it keeps lies on the volume, and belongs to it"
if touch "$root/tmp/x" 2>/dev/null; then fail "the rest can be written, too"; fi
[ -f "$root$volume/faiwatch.db" ] || fail "there is no database"
[ -z "$(find "$root$volume" ! -uid "${user%:*}")" ] || fail "some of it belongs to others"
# It is made once the server is there to take it.
password=
left=30
until [ -n "$password" ]; do
  password=$(sed -n 's/^ \{4\}\([^ ]*\)$/\1/p' "$log")
  left=$((left - 1))
  [ $left -gt 0 ] || fail "no first password was printed"
  [ -n "$password" ] || sleep 1
done
curl -fsS -o /dev/null -H 'Content-Type: application/json' \
  -d "{\"username\":\"admin\",\"password\":\"$password\"}" http://127.0.0.1:8080/api/auth/login ||
  fail "the first password does not log in"

step "commands work beside it, as with docker exec"
# shellcheck disable=SC2086 # a list of words
in_image $image_entrypoint keys create --count 1 --type key_only >/dev/null || fail "keys create"
# shellcheck disable=SC2086 # a list of words
in_image $image_entrypoint backup create >/dev/null || fail "backup create"
ls "$root$volume"/backups/*-manual.db.zst >/dev/null || fail "there is no backup"

step "it stops when it is told to, and goes on with its data"
kill -s "${signal#SIG}" "$server"
wait "$server" || fail "it ended with $?"
# shellcheck disable=SC2086 # a list of words
become $image_entrypoint $image_command >>"$log" 2>&1 &
server=$!
left=30
until is_healthy; do
  left=$((left - 1))
  [ $left -gt 0 ] || fail "it does not become healthy again"
  sleep 1
done
# shellcheck disable=SC2086 # a list of words
[ "$(in_image $image_entrypoint keys list --json | grep -c key_code)" = 1 ] || fail "the key is gone"
kill -s "${signal#SIG}" "$server"
wait "$server" || fail "it ended with $?"
printf 'All is well.\n'
