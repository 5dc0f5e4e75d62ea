#!/bin/sh
# Runs a program of 32 bits: as-32.sh PROGRAM [ARGUMENT…]. An emulator does it where the kernel takes none.
set -eu
if /lib/ld-linux.so.2 --version >/dev/null 2>&1; then exec "$@"; fi
exec qemu-i386-static "$@"
