#!/bin/sh
# A FaiWatch device for any Linux computer, in nothing but a shell and curl: docs/device-protocol.md.
#
#   sh device.sh http://SERVER:8080 KEY PHONE DIRECTORY MAINS
#
# DIRECTORY: where it keeps its token; it has to be there. MAINS: a file that holds 1 while there is mains and 0 while there
# is none, such as /sys/class/power_supply/AC/online of a laptop.
set -u
[ $# = 5 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
server=$1 key=$2 phone=$3 directory=$4 mains=$5

machine=$(cat /proc/sys/kernel/random/boot_id)
reset=software
[ "$(cat "$directory/machine" 2>/dev/null)" = "$machine" ] || reset=power_on
echo "$machine" >"$directory/machine"

# A start of this script is a boot; what the kernel counts is its clock, which nobody sets.
boot=$(od -An -N4 -tx4 /dev/urandom | tr -d ' ')
seq=0
clock() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
sense() { if [ "$(cat "$mains" 2>/dev/null)" = 0 ]; then echo DOWN; else echo UP; fi; }

# Says something; prints the answer, or fails.
say() {
  curl -sS --fail-with-body --max-time 10 "$server/api/device/v1/$1" \
    -H 'Content-Type: application/json' -H "Authorization: Bearer ${token-}" -d "$2"
}

if [ ! -s "$directory/token" ]; then
  mac=$(od -An -N5 -tx1 /dev/urandom | tr -d ' \n')
  id=fw-02$mac # of those that no maker gives away
  answer=$(say enrol "{\"device_id\":\"$id\",\"activation_key\":\"$key\",\"phone\":\"$phone\",\"device_type\":\"other\",\"firmware_version\":\"shell\"}") || { echo "$answer"; exit 1; }
  (umask 077 && echo "$answer" | sed 's/.*"device_token":"\([^"]*\)".*/\1/' >"$directory/token")
fi
token=$(cat "$directory/token")

power=$(sense)
pending='' changed=0 next=0
while :; do
  now=$(clock)
  if [ -z "$pending" ] && [ "$(sense)" != "$power" ]; then
    power=$(sense) changed=$now seq=$((seq + 1))
    [ "$power" = UP ] && type=POWER_RECOVER || type=POWER_DOWN
    pending="\"boot_id\":\"$boot\",\"seq\":$seq,\"type\":\"$type\""
  fi
  if [ -n "$pending" ]; then
    # Kept until it is taken; a repeat has the same seq and a new age.
    say events "{\"events\":[{$pending,\"age_ms\":$((now - changed))}]}" >/dev/null && pending=''
  elif [ "$now" -ge "$next" ]; then
    seq=$((seq + 1)) next=$((now + 10000))
    say heartbeat "{\"boot_id\":\"$boot\",\"seq\":$seq,\"uptime_ms\":$now,\"reset_reason\":\"$reset\",\"power\":\"$power\",\"has_mains_sense\":true}" >/dev/null
  fi
  sleep 1
done
