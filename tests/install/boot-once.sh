#!/bin/sh
# Boots a root with systemd in a container, runs one command in it once all is up, and powers off:
#
#   boot-once.sh ROOT COMMAND SECONDS [option of systemd-nspawn…]
#
# Prints what the command said (or the end of the boot, if it never ran), and ends with its exit code.
set -eu
root=$1 command=$2 seconds=$3
shift 3
results=$root/opt/test
boot_log=$(mktemp /var/tmp/faiwatch-boot.XXXXXX)
trap 'rm -f "$boot_log"' EXIT
trap 'exit 1' HUP INT TERM

cat >"$root/etc/systemd/system/once.service" <<UNIT
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c '$command >/opt/test/output 2>&1; echo \$? >/opt/test/result'
ExecStopPost=/bin/systemctl --no-block poweroff
TimeoutStartSec=$seconds
[Install]
WantedBy=graphical.target
UNIT
mkdir -p "$root/etc/systemd/system/graphical.target.wants"
ln -s ../once.service "$root/etc/systemd/system/graphical.target.wants/once.service"
ln -sf /lib/systemd/system/graphical.target "$root/etc/systemd/system/default.target"

# Booting and stopping take some time besides.
timeout "$((seconds + 300))" systemd-nspawn --quiet --directory="$root" --register=no --keep-unit "$@" \
  --boot >"$boot_log" 2>&1 </dev/null || true
cat "$results/output" 2>/dev/null || tail -n 40 "$boot_log"
exit "$(cat "$results/result" 2>/dev/null || echo 1)"
