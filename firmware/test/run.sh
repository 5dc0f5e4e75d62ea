#!/bin/sh
# Everything there is to test of the firmware on the desk:
#   core: tests and fuzzing under AddressSanitizer and UndefinedBehaviorSanitizer, the tests again for 32
#   bits, coverage, no use of the heap, and a look by the boards' compiler;
#   the boards' own code: check-esp.sh.
# Needs Debian's g++ g++-multilib cmake gcc-xtensa-lx106 libnewlib-dev qemu-user-static.
set -eu
cd "$(dirname "$0")/.."
out=dist/host
jobs=${JOBS:-2}

say() { printf '\n== %s\n' "$*"; }

build() { # name, cmake options
  name=$1
  shift
  cmake -S host -B "$out/$name" -DFAIWATCH_SIMDEVICE=OFF "$@" >"$out/$name.log" 2>&1 &&
    cmake --build "$out/$name" -j "$jobs" >>"$out/$name.log" 2>&1 || {
    cat "$out/$name.log"
    exit 1
  }
}

mkdir -p "$out"

say "tests and fuzzing under sanitizers"
build asan -DFAIWATCH_INSTRUMENT=asan
"$out/asan/test/core_tests"
for entry in test/fuzz/fuzz-*.cpp; do
  "$out/asan/test/$(basename "$entry" .cpp)" "${FUZZ_ROUNDS:-100000}" "${FUZZ_SEED:-1}"
done

say "the same tests for 32 bits"
if /lib/ld-linux.so.2 --version >/dev/null 2>&1; then
  build m32 -DFAIWATCH_INSTRUMENT=asan -DFAIWATCH_32_BIT=ON
  "$out/m32/test/core_tests"
else
  echo "this kernel runs no programs of 32 bits: an emulator does, without sanitizers"
  build m32-plain -DFAIWATCH_32_BIT=ON
  sh test/as-32.sh "$out/m32-plain/test/core_tests"
fi

say "coverage, and the heap counted"
JOBS=$jobs sh test/coverage.sh

say "no call of core to the heap, and none to exceptions"
if nm -C --undefined-only "$out/coverage/libfaiwatch_core.a" |
  grep -E ' (malloc|calloc|realloc|free|operator (new|delete).*|__cxa_(throw|allocate_exception).*)$'; then
  echo "core must use neither"
  exit 1
fi
echo "none"

say "the boards' compiler"
for source in core/*.cpp; do
  xtensa-lx106-elf-g++ -std=c++17 -mabi=windowed -fsyntax-only -fno-exceptions -fno-rtti \
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I. -isystem /usr/include/newlib "$source"
done
echo "accepts all $(ls core/*.cpp | wc -l) files"

say "the memory it takes"
sh test/check-sizes.sh

say "the boards' own code"
sh test/check-esp.sh
sh test/check-esp-net.sh
