#!/bin/sh
# Runs the tests with gcov and prints how many of core's lines they reach, file by file and in all.
# Fails below 95 per cent.
set -eu
cd "$(dirname "$0")/.."
out=dist/host
mkdir -p "$out"

cmake -S host -B "$out/coverage" -DFAIWATCH_SIMDEVICE=OFF -DFAIWATCH_INSTRUMENT=coverage \
  -DCMAKE_BUILD_TYPE=Debug >"$out/coverage.log" 2>&1
cmake --build "$out/coverage" -j "${JOBS:-2}" --target core_tests >>"$out/coverage.log" 2>&1 || {
  cat "$out/coverage.log"
  exit 1
}
find "$out/coverage" -name '*.gcda' -exec rm {} +
"$out/coverage/test/core_tests"

# A line counts as reached when any of the objects that hold it reached it: what stands in a header is
# compiled many times, and only one copy of it runs.
find "$out/coverage" -name '*.gcda' -exec gcov -t -r -s "$PWD" {} + 2>/dev/null | awk -F: '
  $2 ~ /^ *0$/ && $3 == "Source" { file = $4; next }
  file ~ /^core\// && $1 !~ /-$/ {
    key = file ":" $2
    if (!(key in reached)) { reached[key] = 0; lines[file]++; all++ }
    if ($1 !~ /#|=/ && !reached[key]) { reached[key] = 1; hits[file]++; all_hits++ }
  }
  END {
    for (key in reached) if (!reached[key]) { gsub(/ /, "", key); missed = missed "  not reached: " key "\n" }
    printf "%s", missed | "sort -t: -k2,2 -k3,3n"
    close("sort -t: -k2,2 -k3,3n")
    if (all == 0) { print "no coverage was recorded"; exit 1 }
    printf "line coverage of core: %.2f %% of %d lines in %d files\n", all_hits * 100 / all, all, length(lines)
    exit all_hits * 100 / all < 95
  }'
