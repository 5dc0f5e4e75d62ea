#!/bin/sh
# The network half of hal_esp on the desk, under sanitizers. The vendor's tasks and calls, the radio, the
# broker, the server and the phones are those in test/esp-net; time is in the tests' hands.
# check-esp.sh compiles the same files for the boards. Needs Debian's g++.
set -eu
cd "$(dirname "$0")/.."
out=dist/host
mkdir -p "$out"

# release-key.cpp only hands over to Mbed TLS.
tested=$(find hal_esp/net -name '*.cpp' ! -name release-key.cpp ! -name network.cpp | sort)
# shellcheck disable=SC2086 # a list of words
g++ -std=gnu++17 -O0 -g -Wall -Wextra -Werror -fsanitize=address,undefined \
  -fno-sanitize-recover=all -DFAIWATCH_STUB_BOARD_S2_MINI -I. -Itest -Itest/esp-net \
  -isystem test/esp-stubs test/esp-net/*.cpp test/support/check.cpp core/text.cpp \
  core/device-names.cpp core/iso-time.cpp core/portal-request.cpp $tested -pthread -o "$out/esp_net_tests"
"$out/esp_net_tests"
