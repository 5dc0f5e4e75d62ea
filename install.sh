#!/bin/sh
# Installs FaiWatch as a systemd service, or brings it up to date. May be run again at any time.
#
#   curl -fsSL https://github.com/faiwatch/faiwatch/releases/latest/download/install.sh | sudo sh
#   sudo sh install.sh --from faiwatch-linux-arm64      offline: the executable lies here
#   sudo sh install.sh --uninstall                      the data stays
#   sudo sh install.sh --uninstall --purge              the data goes, too
#
# FAIWATCH_RELEASE_URL, or --url: the folder of a release, with the executables, SHA256SUMS and, if it
# is signed, SHA256SUMS.minisig. FAIWATCH_MINISIGN_KEY: the public key to check that with.
set -eu

url=${FAIWATCH_RELEASE_URL:-https://github.com/faiwatch/faiwatch/releases/latest/download}
minisign_key=${FAIWATCH_MINISIGN_KEY:-}
prefix=/usr/local/bin
data=/var/lib/faiwatch
user=faiwatch
from=
task=install
purge=
start=yes
work=

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }
wrong_usage() { printf 'install.sh: %s\n\n' "$*" >&2; usage >&2; exit 2; }
has() { command -v "$1" >/dev/null 2>&1; }
clean_up() { if [ -n "$work" ]; then rm -rf "$work"; fi; }

usage() {
  cat <<'USAGE'
Usage: install.sh [--from FILE] [--url URL] [--no-start]
       install.sh --uninstall [--purge]

  --from FILE   install this executable; its SHA256SUMS, if it lies beside it, is checked
  --url URL     the folder of a release to fetch from
  --no-start    do not start the service now
  --uninstall   stop and remove the service and the executable; the data stays
  --purge       with --uninstall: remove the data, all backups in it, and the user, too
  --help        this text
USAGE
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --from) [ $# -gt 1 ] || wrong_usage "--from needs a file"; from=$2; shift ;;
      --url) [ $# -gt 1 ] || wrong_usage "--url needs an address"; url=$2; shift ;;
      --no-start) start=no ;;
      --uninstall) task=uninstall ;;
      --purge) purge=yes ;;
      -h | --help) usage; exit 0 ;;
      *) wrong_usage "there is no option $1" ;;
    esac
    shift
  done
  [ -z "$purge" ] || [ "$task" = uninstall ] || wrong_usage "--purge goes with --uninstall"
}

# linux-x64, linux-x64-baseline, linux-arm64, each with -musl where that is the C library.
detect_target() {
  [ "$(uname -s)" = Linux ] || fail "FaiWatch is installed on Linux; this is $(uname -s)."
  case $(uname -m) in
    x86_64 | amd64) target=linux-x64 ;;
    aarch64 | arm64) target=linux-arm64 ;;
    armv* | i?86 | x86) refuse_32_bit ;;
    *) fail "There is no FaiWatch for this processor ($(uname -m)); there is for x86-64 and arm64." ;;
  esac
  # A 64-bit kernel may carry a 32-bit system, as on many a Raspberry Pi: byte 5 of a program says so.
  if [ "$(dd if="$(command -v sh)" bs=1 skip=4 count=1 2>/dev/null | od -An -tu1 | tr -d ' ')" = 1 ]; then
    refuse_32_bit
  fi
  if [ "$target" = linux-x64 ] && ! grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
    target=$target-baseline
  fi
  # A Debian with its package `musl` has both loaders; its own programs are made for glibc.
  for loader in /lib/ld-linux-aarch64.so.1 /lib64/ld-linux-x86-64.so.2; do
    if [ -e "$loader" ]; then return; fi
  done
  for loader in /lib/ld-musl-*; do
    if [ -e "$loader" ]; then target=$target-musl; fi
  done
}

refuse_32_bit() {
  fail "This system is a 32-bit one, on which FaiWatch does not run; on a Raspberry Pi 3 or newer install the 64-bit Raspberry Pi OS."
}

fetch() { # address, file
  if has curl; then
    curl -fsSL --retry 3 --connect-timeout 20 -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail "curl or wget is needed to fetch $1; or fetch it elsewhere and use --from FILE."
  fi
}

sum_of() {
  if has sha256sum; then sha256sum "$1" | cut -d ' ' -f 1
  elif has openssl; then openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else fail "sha256sum is needed to check what was fetched."
  fi
}

# The line of a SHA256SUMS file for a name: "sum  name", or "sum *name".
expected_sum() { # sums, name
  while read -r sum name; do
    if [ "${name#\*}" = "$2" ]; then printf '%s' "$sum"; return; fi
  done <"$1"
}

check_sum() { # file, sums, name
  expected=$(expected_sum "$2" "$3")
  [ -n "$expected" ] || fail "SHA256SUMS does not name $3."
  [ "$(sum_of "$1")" = "$expected" ] || fail "The checksum of $3 is wrong; it was damaged or changed on the way. Nothing was installed."
  say "The checksum of $3 is right."
}

check_signature() { # sums, signature
  if [ -z "$minisign_key" ]; then return; fi
  if ! has minisign; then
    say "The signature is not checked: there is no minisign here (apt install minisign)."
    return
  fi
  [ -e "$2" ] || fail "SHA256SUMS is not signed, and a key to check it with was given. Nothing was installed."
  minisign -Vqm "$1" -x "$2" -P "$minisign_key" >/dev/null 2>&1 ||
    fail "The signature of SHA256SUMS is wrong. Nothing was installed."
  say "The signature is right."
}

obtain() {
  if [ -n "$from" ]; then
    [ -f "$from" ] || fail "There is no file $from."
    sums=$(dirname "$from")/SHA256SUMS
    if [ -e "$sums" ]; then
      check_signature "$sums" "$sums.minisig"
      check_sum "$from" "$sums" "$(basename "$from")"
    else
      say "There is no SHA256SUMS beside $from, so it is not checked."
    fi
    cp "$from" "$work/faiwatch"
    return
  fi
  name=faiwatch-$target
  say "Fetching $name from $url"
  fetch "$url/SHA256SUMS" "$work/SHA256SUMS" || fail "$url/SHA256SUMS could not be fetched."
  if [ -n "$minisign_key" ]; then
    fetch "$url/SHA256SUMS.minisig" "$work/SHA256SUMS.minisig" || rm -f "$work/SHA256SUMS.minisig"
  fi
  check_signature "$work/SHA256SUMS" "$work/SHA256SUMS.minisig"
  fetch "$url/$name" "$work/faiwatch" || fail "$url/$name could not be fetched."
  check_sum "$work/faiwatch" "$work/SHA256SUMS" "$name"
}

# On the disk where it goes, so that putting it in place is one step.
put_in_place() {
  chmod 755 "$work/faiwatch"
  version=$("$work/faiwatch" --version) || case $target in
    *-musl) fail "The executable does not run here; it needs the C++ library: apk add libstdc++. Nothing was installed." ;;
    *) fail "The executable does not run on this machine ($target). Nothing was installed." ;;
  esac
  if [ -e "$prefix/faiwatch" ]; then
    ln -f "$prefix/faiwatch" "$prefix/faiwatch.previous" 2>/dev/null ||
      cp -p "$prefix/faiwatch" "$prefix/faiwatch.previous"
  fi
  mv -f "$work/faiwatch" "$prefix/faiwatch"
  say "FaiWatch $version is installed as $prefix/faiwatch."
}

install_service() {
  if ! has systemctl; then
    say "There is no systemd here. Let your init system run this, as a user of its own:"
    say "  faiwatch serve --data $data"
    return
  fi
  if [ "$start" = yes ]; then
    "$prefix/faiwatch" service install --data "$data" --user "$user"
  else
    "$prefix/faiwatch" service install --data "$data" --user "$user" --no-start
  fi
  [ -d /run/systemd/system ] && [ "$start" = yes ] || return 0
  wait_until_ready
}

# Where the server says that it is ready, or for a minute.
wait_until_ready() {
  tries=0
  while [ $tries -lt 60 ]; do
    state=$(systemctl is-active faiwatch 2>/dev/null || true)
    if [ "$state" = active ]; then return; fi
    if [ "$state" = failed ]; then break; fi
    sleep 1
    tries=$((tries + 1))
  done
  fail "The service does not start; see: journalctl -u faiwatch -n 50"
}

port_of() {
  set_port=
  if [ -r "$data/faiwatch.toml" ]; then
    set_port=$(sed -n 's/^ *port *= *\([0-9][0-9]*\).*/\1/p' "$data/faiwatch.toml" | head -n 1)
  fi
  printf '%s' "${set_port:-8080}"
}

say_what_next() {
  address=$(hostname -I 2>/dev/null | cut -d ' ' -f 1 || true)
  say ""
  say "The pages:            http://${address:-localhost}:$(port_of)"
  say "The first password:   sudo journalctl -u faiwatch -o cat | grep -A 4 'First start'"
  say "Settings:             $data/faiwatch.toml, then: sudo systemctl restart faiwatch"
  say "What is still wrong:  sudo faiwatch doctor"
}

uninstall() {
  if [ -x "$prefix/faiwatch" ]; then
    if [ -n "$purge" ]; then
      "$prefix/faiwatch" service uninstall --data "$data" --user "$user" --purge
    else
      "$prefix/faiwatch" service uninstall --data "$data" --user "$user"
    fi
  elif [ -n "$purge" ]; then
    rm -rf "$data"
  fi
  rm -f "$prefix/faiwatch" "$prefix/faiwatch.previous"
  say "FaiWatch is removed."
}

main() {
  read_options "$@"
  [ "$(id -u)" = 0 ] || fail "This needs root: sudo sh install.sh"
  if [ "$task" = uninstall ]; then
    uninstall
    return
  fi
  detect_target
  mkdir -p "$prefix"
  work=$(mktemp -d "$prefix/.faiwatch-install.XXXXXX")
  trap clean_up EXIT
  trap 'exit 1' HUP INT TERM
  obtain
  put_in_place
  install_service
  say_what_next
}

# All of it is read before any of it is done: a download that breaks off does nothing.
main "$@"
