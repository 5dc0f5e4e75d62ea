#!/bin/sh
# The size report of every board, held against memory-budget.txt.
# Needs Debian's g++-multilib and qemu-user-static.
set -eu
cd "$(dirname "$0")/.."
out=dist/host
mkdir -p "$out"

grep -v '^#' memory-budget.txt | while read -r board internal alone _; do
  stub=$(echo "$board" | tr 'a-z-' 'A-Z_')
  # Nothing of it is called: only sizes are wanted.
  g++ -m32 -malign-double -std=gnu++17 -O1 -I. -isystem test/esp-stubs "-DFAIWATCH_STUB_BOARD_$stub" \
    test/sizes.cpp -Wl,--unresolved-symbols=ignore-all -o "$out/sizes"
  echo "-- $board"
  sh test/as-32.sh "$out/sizes" "$internal" "$alone" || { echo "$board: over its budget of memory"; exit 1; }
done
