#!/bin/sh
# Prints the path of a tar file with a bare Debian, which the first call makes and later ones find in
# FAIWATCH_TEST_CACHE (/var/cache/faiwatch-tests). Needs root and debootstrap.
set -eu
cache=${FAIWATCH_TEST_CACHE:-/var/cache/faiwatch-tests}
packages=systemd,systemd-sysv,dbus,curl,minisign,ca-certificates,sudo,netbase,media-types
# Another list makes another file.
bare=$cache/bookworm-$(printf %s "$packages" | cksum | cut -d ' ' -f 1).tar
if [ ! -f "$bare" ]; then
  printf 'Making the bare system; this takes a minute or two.\n' >&2
  mkdir -p "$cache"
  work=$(mktemp -d /var/tmp/faiwatch-bare.XXXXXX)
  trap 'rm -rf --one-file-system "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  debootstrap --variant=minbase --include="$packages" bookworm "$work/root" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; exit 1; }
  tar -C "$work/root" -cf "$bare.part" .
  mv "$bare.part" "$bare"
fi
printf '%s\n' "$bare"
