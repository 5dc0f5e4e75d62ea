#!/bin/sh
# Whether the signed boot loader of sdkconfig.secure ends before the partition table.
#   sh check-loader.sh                        every board, with the sizes of loader-sizes.txt
#   sh check-loader.sh BOARD bootloader.bin   one that was just linked, not signed
# Secure boot version 2 fills the image up to a whole sector of 4096 bytes and adds a sector with the signatures, on
# all three chips (`espsecure.py sign_data --version 2`; Espressif's "Secure Boot v2", signature block format).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
only=${1:-}
linked=${2:-}
table=$(sed -n 's/^CONFIG_PARTITION_TABLE_OFFSET=//p' "$here/sdkconfig.secure" | tail -n 1)
[ -n "$table" ] || { echo 'check-loader: sdkconfig.secure does not say where the partition table lies'; exit 1; }

check() { # board, where, bytes, most
  signed=$((($3 + 4095) / 4096 * 4096 + 4096))
  room=$((table - $2))
  echo "$1: $3 bytes, signed $signed of $room"
  [ "$3" -le "$4" ] || { echo "check-loader: the chip of $1 checks no boot loader above $4 bytes"; exit 1; }
  [ "$signed" -le "$room" ] || { echo "check-loader: the signed boot loader of $1 reaches into the table"; exit 1; }
}

seen=0
while read -r board at unsigned most; do
  case $board in '#'* | '') continue ;; esac
  [ -z "$only" ] || [ "$only" = "$board" ] || continue
  [ -z "$linked" ] || unsigned=$(wc -c <"$linked")
  check "$board" "$at" "$((unsigned))" "$most"
  seen=$((seen + 1))
done <"$here/loader-sizes.txt"
[ "$seen" -gt 0 ] || { echo "check-loader: loader-sizes.txt has no ${only:-board}"; exit 1; }
