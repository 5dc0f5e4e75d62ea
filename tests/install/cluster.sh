#!/bin/sh
# Three Debians with systemd, each with NATS and FaiWatch as docs/cluster.md sets them up for two Pis and a small rented
# server: a restart that hands the lead over at once, also under a unit of before; a kill; and a machine that goes dark.
#
#   sudo sh tests/install/cluster.sh
#
# The executable is that of the last npm run build. Needs root, debootstrap, systemd-nspawn, iproute2, curl and
# nats-server; only the first run fetches packages (bare-system.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)

skip() { printf '  skipped: the cluster: %s\n' "$*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "this test needs root"
for program in debootstrap systemd-nspawn nats-server ip curl; do
  command -v "$program" >/dev/null || skip "there is no $program here (scripts/setup install)"
done
[ -x "$repository/dist/faiwatch" ] || { printf 'There is no executable: npm run build\n' >&2; exit 1; }

# Names and addresses of this run alone.
tag=fai$$
net=10.$((160 + $$ % 64)).$(($$ / 64 % 250))
work=$(mktemp -d /var/tmp/faiwatch-cluster.XXXXXX)
pids=
clean_up() {
  for pid in $pids; do kill -9 "$pid" 2>/dev/null || true; done
  for i in 1 2 3; do
    ip netns pids "$tag-$i" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
    ip link del "$tag-v$i" 2>/dev/null || true
    ip netns del "$tag-$i" 2>/dev/null || true
  done
  ip link del "$tag" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

step() { printf '• %s\n' "$*"; }
fail() {
  printf '  failed: %s\n' "$*"
  for i in 1 2 3; do
    printf '  -- pi%s\n' "$i"
    tail -n 15 "$work/boot$i" 2>/dev/null || true
    on "$i" 'journalctl -u faiwatch -u nats-server -n 25 --no-pager' 20 || true
  done
  exit 1
}

case $(uname -m) in x86_64) arch=x64 ;; *) arch=arm64 ;; esac
mkdir "$work/built"
cp "$repository/dist/faiwatch" "$work/built/faiwatch-linux-$arch"
[ "$arch" = arm64 ] || cp "$repository/dist/faiwatch" "$work/built/faiwatch-linux-x64-baseline"
(cd "$work/built" && sha256sum faiwatch-* >SHA256SUMS)

ip link add "$tag" type bridge
ip addr add "$net.254/24" dev "$tag"
ip link set "$tag" up

bare=$(sh "$here/bare-system.sh")
prepare() { # which
  i=$1
  root=$work/pi$i
  mkdir "$root"
  tar -C "$root" -xf "$bare"
  mkdir -p "$root/opt/test/orders"
  cp -r "$work/built" "$repository/install.sh" "$root/opt/test"
  cp "$(command -v nats-server)" "$root/usr/sbin/nats-server"
  cat >"$root/etc/nats-server.conf" <<CONF
server_name: pi$i
listen: "$net.$i:4222"
jetstream { store_dir: "/var/lib/nats" }
authorization { users: [{ user: faiwatch, password: "a long one" }] }
cluster {
  name: faiwatch
  listen: "$net.$i:6222"
  authorization { user: route, password: "another long one" }
  routes: [
    "nats://route:another%20long%20one@$net.1:6222",
    "nats://route:another%20long%20one@$net.2:6222",
    "nats://route:another%20long%20one@$net.3:6222"
  ]
}
CONF
  cat >"$root/etc/systemd/system/nats-server.service" <<UNIT
[Service]
ExecStart=/usr/sbin/nats-server -c /etc/nats-server.conf
ExecStop=/bin/kill -s SIGINT \$MAINPID
Restart=always
[Install]
WantedBy=multi-user.target
UNIT
  mkdir -p "$root/var/lib/nats" "$root/var/lib/faiwatch"
  cat >"$root/var/lib/faiwatch/faiwatch.toml" <<TOML
cluster = "nats://faiwatch:a%20long%20one@$net.1,$net.2,$net.3"
cluster_node = "pi$i"
cluster_address = "http://$net.$i:8080"
uplink_targets = "none"
TOML
  # Does one order after the other: order.N is a command, done.N what came of it.
  cat >"$root/opt/test/obey.sh" <<'OBEY'
cd /opt/test/orders
while :; do
  for order in order.*; do
    [ -e "$order" ] || continue
    n=${order#order.}
    sh "$order" >"said.$n" 2>&1 && echo 0 >"code.$n" || echo 1 >"code.$n"
    rm "$order"
    mv "code.$n" "done.$n"
  done
  [ ! -e end ] || exit 0
  sleep 0.05
done
OBEY
  ip netns add "$tag-$i"
  ip link add "$tag-v$i" type veth peer name eth0 netns "$tag-$i"
  ip link set "$tag-v$i" master "$tag" up
  ip -n "$tag-$i" addr add "$net.$i/24" dev eth0
  ip -n "$tag-$i" link set eth0 up
  ip -n "$tag-$i" link set lo up
}

boot() { # which
  rm -f "$work/pi$1/opt/test/orders/"*
  systemd-nspawn --quiet --directory="$work/pi$1" --register=no --keep-unit --machine="$tag-$1" \
    --network-namespace-path="/run/netns/$tag-$1" --boot >"$work/boot$1" 2>&1 </dev/null &
  pids="$pids $!"
  eval "boot$1=$!"
}

orders=0
on() { # which, command, seconds: what it said, with its exit code
  orders=$((orders + 1))
  dir=$work/pi$1/opt/test/orders
  n=$$-$orders-$(date +%N)
  printf '%s\n' "$2" >"$dir/.order"
  mv "$dir/.order" "$dir/order.$n"
  left=$((${3:-60} * 10))
  until [ -e "$dir/done.$n" ]; do
    left=$((left - 1))
    [ $left -gt 0 ] || return 1
    sleep 0.1
  done
  cat "$dir/said.$n"
  return "$(cat "$dir/done.$n")"
}
until_true() { # seconds, command…
  until=$(($(date +%s) + $1))
  shift
  while ! "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt $until ] || return 1
    sleep 0.1
  done
}
leads() { curl -sf -m 1 -o /dev/null "http://$net.$1:8080/readyz"; }
find_leader() { # but not which; 0: any
  leader=
  for i in 1 2 3; do [ "$i" = "$1" ] || ! leads "$i" || leader=$i; done
  [ -n "$leader" ]
}
now_ms() { date +%s%3N; }
is_whole() { on "$leader" 'faiwatch cluster status --data /var/lib/faiwatch' 20; }
has_key() { on "$1" "faiwatch keys list --data /var/lib/faiwatch" 30 | grep -q "$key"; }

for i in 1 2 3; do prepare "$i"; done
for i in 1 2 3; do
  # The orders are obeyed by a service of their own.
  cat >"$work/pi$i/etc/systemd/system/obey.service" <<'UNIT'
[Service]
ExecStart=/bin/sh /opt/test/obey.sh
[Install]
WantedBy=multi-user.target
UNIT
  mkdir -p "$work/pi$i/etc/systemd/system/multi-user.target.wants"
  for unit in obey nats-server; do
    ln -s "../$unit.service" "$work/pi$i/etc/systemd/system/multi-user.target.wants/$unit.service"
  done
  boot "$i"
done

step "three machines boot, and the first one is installed"
for i in 1 2 3; do until_true 120 on "$i" 'systemctl is-active nats-server' 5 || fail "pi$i does not boot"; done
on 1 'cd /opt/test && sh install.sh --from built --unsigned' 120 || fail "install.sh on pi1"
until_true 60 leads 1 || fail "pi1 does not lead"
step "the others take everything from it"
for i in 2 3; do on "$i" 'cd /opt/test && sh install.sh --from built --unsigned' 120 || fail "install.sh on pi$i"; done
find_leader 0 || fail "nobody leads"
until_true 60 is_whole || { is_whole || true; fail "the cluster does not become whole"; }
key=$(on "$leader" 'faiwatch keys create --count 1 --type key_only --data /var/lib/faiwatch' 30 | grep -oE '[A-Z0-9]{5}(-[A-Z0-9]{5}){3}')
[ -n "$key" ] || fail "no key was made"

hands_over() { # what is done
  find_leader 0 || fail "nobody leads"
  old=$leader
  from=$(now_ms)
  on "$old" "$1" 60 || fail "$1"
  until_true 30 find_leader "$old" || fail "nobody takes over after: $1"
  took=$(($(now_ms) - from))
  printf '  pi%s leads after %s ms\n' "$leader" "$took"
}

step "a stop hands the lead over"
hands_over 'systemctl stop faiwatch'
[ "$took" -le 5000 ] || fail "that is a take-over, not a step down"
on "$old" 'journalctl -u faiwatch -n 30 --no-pager' | grep -q 'SIGKILL' && fail "it had to be killed"
has_key "$leader" || fail "the key is gone"
on "$old" 'systemctl start faiwatch' 60 || fail "it does not start again"
until_true 60 is_whole || fail "pi$old does not follow"

step "so does one that signals parent and child, as a unit of before does, and the parent tells the child once more"
# The signal is sent here: where a container has no control groups of its own, systemd signals the parent alone.
# shellcheck disable=SC2016 # for the shell in the container
hands_over 'kill -TERM $(pidof faiwatch); systemctl stop faiwatch'
[ "$took" -le 5000 ] || fail "that is a take-over, not a step down"
on "$old" 'systemctl start faiwatch' 60 || fail "it does not start again"
until_true 60 is_whole || fail "pi$old does not follow"

step "a restart is served by another machine meanwhile"
hands_over 'systemctl restart faiwatch'
[ "$took" -le 8000 ] || fail "that is a take-over, not a step down"
until_true 60 is_whole || fail "pi$old does not follow"

step "what is killed is started again by systemd"
find_leader 0 || fail "nobody leads"
# shellcheck disable=SC2016 # for the shell in the container
on "$leader" 'kill -KILL $(pidof faiwatch)' || fail "kill"
until_true 40 find_leader 0 || fail "nobody leads after a kill"
until_true 60 is_whole || fail "the cluster does not become whole"
has_key "$leader" || fail "the key is gone"

step "a machine that goes dark is followed by another"
old=$leader
from=$(now_ms)
ip link set "$tag-v$old" down
eval "kill -9 \$boot$old"
# Some have gone with the container by then.
ip netns pids "$tag-$old" | xargs -r kill -9 2>/dev/null || true
until_true 40 find_leader "$old" || fail "nobody takes over"
printf '  pi%s leads after %s ms\n' "$leader" "$(($(now_ms) - from))"
has_key "$leader" || fail "the key is gone"

step "and comes back as a follower"
ip link set "$tag-v$old" up
boot "$old"
until_true 120 is_whole || { is_whole || true; fail "pi$old does not follow"; }
has_key "$leader" || fail "the key is gone"
echo "the cluster under systemd: passed"
