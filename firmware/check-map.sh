#!/bin/sh
# What an image takes of RAM before it runs, from its map, held against memory-budget.txt.
#   sh check-map.sh BOARD build-BOARD/faiwatch.map
# On chips whose code and data share one RAM (S2, C3), the code in RAM counts, too.
set -eu
board=$1
map=$2
most=$(awk -v board="$board" '$1 == board { print $4 }' "$(dirname "$0")/memory-budget.txt")
[ -n "$most" ] || { echo "check-map: memory-budget.txt has no $board"; exit 2; }
case $board in
  t-display) sections='^\.(dram0\.data|dram0\.bss|noinit)$' ;;
  *) sections='^\.(dram0\.data|dram0\.bss|noinit|iram0\.(vectors|text|data|bss))$' ;;
esac
# An output section stands at the begin of a line; a long name has its numbers on the next one.
awk -v sections="$sections" -v most="$most" -v board="$board" '
  function take(name, size) { printf "%9d  %s\n", size, name; sum += size; seen++ }
  function hex(text,    value, i) {
    value = 0
    text = tolower(substr(text, 3))
    for (i = 1; i <= length(text); i++) {
      value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    }
    return value
  }
  waits != "" { if ($1 ~ /^0x/) take(waits, hex($2)); waits = ""; next }
  $1 ~ sections && substr($0, 1, 1) == "." {
    if (NF == 1) waits = $1; else if ($2 ~ /^0x/) take($1, hex($3))
  }
  END {
    if (seen == 0) { print "check-map: no section of RAM in this map"; exit 2 }
    printf "%9d  together, of %d for %s\n", sum, most, board
    exit sum > most
  }' "$map"
