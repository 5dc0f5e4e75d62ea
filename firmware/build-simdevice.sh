#!/bin/sh
# Builds the simulated device: sh firmware/build-simdevice.sh OUT [--sanitize]
#
# Needs the Debian packages cmake, g++, make and libssl-dev. What did not change is not
# built again; objects are kept in dist/, or where SIMDEVICE_BUILD says.
#   --sanitize   with AddressSanitizer and UndefinedBehaviorSanitizer
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: build-simdevice.sh OUT [--sanitize]" >&2; exit 2; }
out=$1
build=${SIMDEVICE_BUILD:-$here/../dist/simdevice.build}
instrument=
flags=-O1
if [ "${2:-}" = --sanitize ]; then
  build=$build-sanitize
  instrument=asan
  # A finding names the line. What nobody looks into for lines is compiled a fifth sooner without.
  flags='-O1 -g'
fi
mkdir -p "$build" "$(dirname "$out")"

# Two builds at once would write into the same objects.
exec 9>"$build/lock"
flock 9
if [ ! -f "$build/Makefile" ]; then
  cmake -S "$here/host" -B "$build" -G 'Unix Makefiles' -DCMAKE_BUILD_TYPE=Desk \
    -DCMAKE_CXX_FLAGS_DESK="$flags" -DFAIWATCH_TESTS=OFF -DFAIWATCH_INSTRUMENT=$instrument >/dev/null
fi
cmake --build "$build" --target simdevice -j 2 >/dev/null
if ! cmp -s "$build/hal_posix/simdevice" "$out"; then
  # Renamed: the old one may be running.
  cp "$build/hal_posix/simdevice" "$out.new"
  mv "$out.new" "$out"
fi
