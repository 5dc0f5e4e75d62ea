#!/bin/sh
# What lies where in a board's flash, and that no release and no update can change it for a board in the field:
#   every table has room for what it names, and the slots where servers and flash pages put them;
#   a release is built with the table of the first one, and touches neither encryption nor fuses;
#   a secure board's table lies higher, for a signed boot loader; with it nvs, and all else is where it was.
#   sh check-flash.sh [FOLDER]   with partitions*.csv and sdkconfig.*; default: the firmware's
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"

fail() {
  echo "check-flash: $*"
  exit 1
}

rows() { grep -v '^#' "$1" | tr -d ' '; }

# What a build takes from each file is what stands last in it.
value() { sed -n "s/^$2=//p" "$1" | tail -n 1 | tr -d '"'; }

check_table() { # table, where the table itself lies
  end=$(($2 + 0x1000))
  while IFS=, read -r name type subtype offset size _; do
    [ "$((offset))" -ge "$end" ] || fail "$1: $name begins within the one before"
    case $type in
      app) [ "$((offset % 0x10000))" = 0 ] && [ "$((size))" = $((1792 * 1024)) ] ;;
      *) [ "$((offset % 4096))" = 0 ] && [ "$((size % 4096))" = 0 ] ;;
    esac || fail "$1: $name ($type, $subtype) is not aligned, or has another size"
    end=$((offset + size))
  done <<ROWS
$(rows "$1")
ROWS
  [ "$end" -le $((4 * 1024 * 1024)) ] || fail "$1: more than 4 MB"
}

check_table partitions.csv "$(value sdkconfig.defaults CONFIG_PARTITION_TABLE_OFFSET)"
check_table partitions-secure.csv "$(value sdkconfig.secure CONFIG_PARTITION_TABLE_OFFSET)"
[ "$(rows partitions.csv)" = "$(rows "$here/fixtures/first-release/partitions.csv")" ] ||
  fail "partitions.csv: boards in the field have another table, and keep it"

[ "$(value sdkconfig.defaults CONFIG_PARTITION_TABLE_CUSTOM_FILENAME)" = partitions.csv ] ||
  fail "sdkconfig.defaults: builds with another table"
[ "$(value sdkconfig.defaults CONFIG_PARTITION_TABLE_OFFSET)" = 0x8000 ] ||
  fail "sdkconfig.defaults: the table lies elsewhere"
for file in sdkconfig.defaults*; do
  if grep -E '^CONFIG_(SECURE_|NVS_ENCRYPTION|NVS_SEC_|EFUSE_|BOOTLOADER_EFUSE_|ESP_EFUSE_)[A-Z0-9_]*=[^n]' "$file"; then
    fail "$file: a release would encrypt or burn a fuse"
  fi
  case $file in
    sdkconfig.defaults) ;;
    *) if grep -E '^CONFIG_PARTITION_TABLE_' "$file"; then fail "$file: names a table of its own"; fi ;;
  esac
done

[ "$(value sdkconfig.secure CONFIG_PARTITION_TABLE_CUSTOM_FILENAME)" = partitions-secure.csv ] ||
  fail "sdkconfig.secure: builds with another table"
keys=$(rows partitions-secure.csv | grep '^nvs_keys,' || true)
[ "$keys" = nvs_keys,data,nvs_keys,0x11000,0x1000,encrypted ] ||
  fail "partitions-secure.csv: the keys of NVS are missing, lie elsewhere, or in clear"
[ "$(rows partitions-secure.csv | grep -v '^nvs')" = "$(rows partitions.csv | grep -v '^nvs')" ] ||
  fail "partitions-secure.csv: not the table of the other boards"
nvs=$(rows partitions-secure.csv | grep '^nvs,' || true)
[ "$nvs" = nvs,data,nvs,0x1a000,0x6000 ] || fail "partitions-secure.csv: nvs is missing, lies elsewhere, or is smaller"
for setting in SECURE_DISABLE_ROM_DL_MODE SECURE_FLASH_CHECK_ENC_EN_IN_APP; do
  [ "$(value sdkconfig.secure "CONFIG_$setting")" = y ] || fail "sdkconfig.secure: without $setting"
done

# Releases come from the workflow.
workflow=$here/../../.github/workflows/firmware.yml
if sed -n 's/^ *defaults: //p' "$workflow" | tr ';' '\n' | grep -v '^sdkconfig\.defaults'; then
  fail "firmware.yml: a release would be built with this"
fi
echo "partitions fit, and no update touches what a board in the field has"
