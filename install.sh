#!/bin/sh
# Installs FaiWatch as a systemd service, or brings it up to date. May be run again at any time.
#
#   sudo sh install.sh --from DIR --unsigned            what you built yourself lies there
#   sudo sh install.sh --from DIR                       offline: the files of a signed release lie there
#   sudo sh install.sh                                  a release's own: fetches the newest, signed one
#   sudo sh install.sh --uninstall                      the data stays
#   sudo sh install.sh --uninstall --purge              the data goes, too
#
# FAIWATCH_RELEASE_URL, or --url: the folder of a release, with the executables, SHA256SUMS and its
# signature SHA256SUMS.minisig. Nothing of it runs before that signature was found to be right.
set -eu

# The key that releases are signed with. scripts/release.ts puts it in, from release-key.pub.
release_key=
url=${FAIWATCH_RELEASE_URL:-https://github.com/faiwatch/faiwatch/releases/latest/download}
prefix=/usr/local/bin
data=/var/lib/faiwatch
user=faiwatch
from=
signed=yes
allow_older=
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
Usage: install.sh [--url URL | --from DIR [--unsigned]] [--allow-older] [--no-start]
       install.sh --uninstall [--purge]

  --url URL      the folder of a release to fetch from; https only
  --from DIR     install from this folder: an executable, SHA256SUMS and SHA256SUMS.minisig
  --unsigned     with --from: do without the signature, for what you built yourself
  --allow-older  also put an older release in the place of a newer one
  --no-start     do not start the service now
  --uninstall    stop and remove the service and the executable; the data stays
  --purge        with --uninstall: remove the data, all backups in it, and the user, too
  --help         this text
USAGE
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --from) [ $# -gt 1 ] || wrong_usage "--from needs a folder"; from=$2; shift ;;
      --unsigned) signed=no ;;
      --allow-older) allow_older=yes ;;
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
  [ "$signed" = yes ] || [ -n "$from" ] || wrong_usage "--unsigned goes with --from"
  [ -z "$from" ] || [ -d "$from" ] || wrong_usage "--from takes the folder in which SHA256SUMS and the executable lie"
  case $url in
    https://*) ;;
    *) wrong_usage "--url takes an address with https://; a folder on this machine: --from DIR" ;;
  esac
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

# https all the way: what a redirect leads to, too.
fetch() { # address, file
  has curl || fail "curl is needed to fetch $1 (apt install curl); or fetch it elsewhere and use --from DIR."
  curl -fsSL --proto '=https' --proto-redir '=https' --retry 3 --connect-timeout 20 -o "$2" "$1" ||
    fail "$1 could not be fetched."
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
  if has minisign; then
    minisign -Vqm "$1" -x "$2" -P "$release_key" >/dev/null 2>&1 || refuse_signature
  elif openssl version 2>/dev/null | grep -q '^OpenSSL [3-9]'; then
    openssl_verifies "$1" "$2" || refuse_signature
  else
    fail "minisign, or OpenSSL 3, is needed to check the signature: apt install minisign. Nothing was installed."
  fi
  say "The signature is right."
}

refuse_signature() {
  fail "The signature of SHA256SUMS is wrong. Nothing was installed."
}

# As minisign has it (https://jedisct1.github.io/minisign/): ten bytes say which key it is, then come 32
# of an Ed25519 key, or 64 of a signature of the file's BLAKE2b hash. The comment is not looked at.
openssl_verifies() { # sums, signature
  sed -n 2p "$2" | openssl base64 -d -A >"$work/signature" 2>/dev/null || return 1
  printf %s "$release_key" | openssl base64 -d -A >"$work/key" || return 1
  [ "$(wc -c <"$work/signature")" -eq 74 ] && [ "$(wc -c <"$work/key")" -eq 42 ] || return 1
  tail -c 64 "$work/signature" >"$work/own"
  # Before the key, what DER (RFC 8410) has there.
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000'; tail -c 32 "$work/key"; } >"$work/key.der"
  openssl dgst -blake2b512 -binary -out "$work/hash" "$1" &&
    openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key.der" -rawin -in "$work/hash" \
      -sigfile "$work/own" >/dev/null 2>&1
}

# Into a folder that only root may look into or change; what is checked there is what is installed.
obtain() {
  name=faiwatch-$target
  if [ "$signed" = yes ]; then require_key; fi
  if [ -z "$from" ]; then say "Fetching $name from $url"; fi
  take SHA256SUMS
  if [ "$signed" = yes ]; then
    take SHA256SUMS.minisig
    check_signature "$work/SHA256SUMS" "$work/SHA256SUMS.minisig"
  else
    say "The signature is not checked, as you said: --unsigned."
  fi
  take "$name"
  check_sum "$work/$name" "$work/SHA256SUMS" "$name"
}

take() { # name
  if [ -z "$from" ]; then
    fetch "$url/$1" "$work/$1"
    return
  fi
  [ -f "$from/$1" ] || fail "There is no $1 in $from. Nothing was installed."
  cp "$from/$1" "$work/$1"
}

require_key() {
  [ -z "$release_key" ] || return 0
  fail "This install.sh is not of a release and has no key to check one with. Take the one of a release; for what you built yourself: --from DIR --unsigned."
}

# On the disk where it goes, so that putting it in place is one step.
put_in_place() {
  fresh=$work/faiwatch-$target
  chmod 755 "$fresh"
  version=$("$fresh" --version) || case $target in
    *-musl) fail "The executable does not run here; it needs the C++ library: apk add libstdc++. Nothing was installed." ;;
    *) fail "The executable does not run on this machine ($target). Nothing was installed." ;;
  esac
  refuse_older
  if [ -e "$prefix/faiwatch" ]; then
    ln -f "$prefix/faiwatch" "$prefix/faiwatch.previous" 2>/dev/null ||
      cp -p "$prefix/faiwatch" "$prefix/faiwatch.previous"
  fi
  mv -f "$fresh" "$prefix/faiwatch"
  say "FaiWatch $version is installed as $prefix/faiwatch."
}

# A mirror could hand out an old release, rightly signed, for the sake of what was wrong with it.
refuse_older() {
  installed=$("$prefix/faiwatch" --version 2>/dev/null) || return 0
  if [ -n "$allow_older" ] || ! is_older "$version" "$installed"; then return; fi
  fail "This is FaiWatch $version, older than the $installed that is installed. Nothing was changed; --allow-older installs it all the same."
}

is_older() { # one, other
  # `sort -V` puts 1.0.0~beta.1 before 1.0.0.
  [ "$1" != "$2" ] &&
    [ "$(printf '%s\n%s\n' "$1" "$2" | sed 's/-/~/' | sort -V | head -n 1 | sed 's/~/-/')" = "$1" ]
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
