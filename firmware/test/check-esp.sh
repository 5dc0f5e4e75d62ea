#!/bin/sh
# The boards' own code, as far as the desk can check it, against the small headers in esp-stubs, which
# mirror the vendor's:
#   its tests, in which test/esp/fake-chip.cpp is the chip, under sanitizers;
#   hal_esp and main compiled for each of the boards, by the desk's compiler and by one that knows the
#   boards' processor or, for the C3, the sizes of its types; nothing is missing, and nothing uses the heap.
# A linked image takes the vendor's tools (README.md).
# Needs Debian's g++ g++-multilib gcc-xtensa-lx106 libnewlib-dev.
set -eu
cd "$(dirname "$0")/.."
out=dist/host
mkdir -p "$out"

strict="-fno-exceptions -fno-rtti -Wall -Wextra -Wshadow -Werror"
stubs="-std=gnu++17 -I. -isystem test/esp-stubs"

tested="adc-battery adc-unit esp-mains-input esp-random esp-reset-info font-8x13 gpio-button gpio-led
  nvs-store partition-flash pulse-counter st7789-display text-band voltage-input"
# shellcheck disable=SC2046,SC2086 # lists of words
g++ $stubs -O0 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
  -DFAIWATCH_STUB_BOARD_T_DISPLAY -Itest -Itest/esp $(ls test/esp/*.cpp | grep -v usb-serial) \
  test/support/check.cpp core/text.cpp \
  $(printf 'hal_esp/%s.cpp ' $tested) -o "$out/board_tests"
"$out/board_tests"
# What differs from chip to chip.
for board in S2_MINI C3_MINI; do
  # shellcheck disable=SC2086
  g++ $stubs -O0 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
    "-DFAIWATCH_STUB_BOARD_$board" -Itest -Itest/esp test/esp/fake-chip.cpp test/esp/usb-serial.test.cpp \
    test/esp/adc-calibration.test.cpp test/support/check.cpp hal_esp/adc-unit.cpp hal_esp/usb-port.cpp \
    hal_esp/usb-serial.cpp -o "$out/board_tests_$board"
  "$out/board_tests_$board"
done

sh test/check-flash.sh
# A check that passes everything would pass that, too.
broken=$out/broken-flash
refuses() { # what is wrong, file, edit
  rm -rf "$broken"
  mkdir -p "$broken"
  cp partitions*.csv sdkconfig.* "$broken"
  sed -i "$3" "$broken/$2"
  if sh test/check-flash.sh "$broken" >/dev/null; then
    echo "check-flash.sh: takes $1"
    exit 1
  fi
}
refuses 'a release that burns fuses' sdkconfig.defaults.esp32s2 '$aCONFIG_SECURE_BOOT=y'
refuses 'a release that encrypts' sdkconfig.defaults '$aCONFIG_SECURE_FLASH_ENC_ENABLED=y'
refuses 'a release with another table' sdkconfig.defaults 's/partitions.csv/partitions-secure.csv/'
refuses 'a table that was moved' partitions.csv 's/0x12000/0x13000/'
refuses 'partitions that overlap' partitions-secure.csv 's/0x6000/0x7000/'
refuses 'a table within otadata' sdkconfig.secure 's/0xe000/0xf000/'
refuses 'a chip that still loads over USB' sdkconfig.secure '/ROM_DL_MODE/d'
refuses 'keys in clear' partitions-secure.csv 's/, encrypted//'

sh check-loader.sh
truncate -s 49153 "$out/loader"
if sh check-loader.sh t-display "$out/loader" >/dev/null; then echo 'check-loader.sh: takes any loader'; exit 1; fi

# An image that is too large must be said to be: the check in the workflow has nobody else to try it.
map=$out/example.map
printf '.iram0.text     0x40024404     0xf000\n.dram0.data     0x3ffc3b00     0x3a0c\n.dram0.bss\n' >"$map"
printf '                0x3ffc7510     0xe000\n' >>"$map"
sh check-map.sh s2-mini "$map" >/dev/null
sed 's/0xe000/0x1e000/' "$map" >"$map.large"
if sh check-map.sh s2-mini "$map.large" >/dev/null; then echo "check-map.sh: takes too large an image"; exit 1; fi
for board in s2-test c3-mini t-display; do sh check-map.sh "$board" "$map" >/dev/null; done
if sh check-map.sh no-such-board "$map" >/dev/null; then echo "check-map.sh: takes any board"; exit 1; fi
if sh check-map.sh s2-mini /dev/null >/dev/null; then echo "check-map.sh: takes no map"; exit 1; fi

sources=$(find hal_esp main -name '*.cpp' | sort)
for board in S2_MINI S2_TEST T_DISPLAY C3_MINI; do
  objects=$out/esp-$board
  rm -rf "$objects"
  mkdir -p "$objects"
  # The C3 is a RISC-V, whose ABI has the sizes of 32-bit x86 but for the alignment of 64 bits.
  case $board in
    C3_MINI) other='g++ -m32 -malign-double' ;;
    *) other='xtensa-lx106-elf-g++ -mabi=windowed -isystem /usr/include/newlib' ;;
  esac
  for source in $sources; do
    # shellcheck disable=SC2086
    {
      g++ $stubs $strict -O1 -c "-DFAIWATCH_STUB_BOARD_$board" "$source" \
        -o "$objects/$(echo "$source" | tr / -).o"
      $other $stubs $strict -fsyntax-only "-DFAIWATCH_STUB_BOARD_$board" "$source"
    }
  done
  nm "$objects"/*.o | awk 'NF == 2 && $1 == "U" { print $2 }' | sort -u >"$objects/wanted"
  nm "$objects"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$objects/there"
  comm -23 "$objects/wanted" "$objects/there" | grep N8faiwatch3esp >"$objects/missing" || true
  if [ -s "$objects/missing" ]; then
    echo "$board: called, but nowhere defined:"
    c++filt <"$objects/missing"
    exit 1
  fi
  if c++filt <"$objects/wanted" | grep -E '^(malloc|calloc|realloc|free|operator (new|delete).*|__cxa_throw)$'; then
    echo "$board: our own code must use neither heap nor exceptions"
    exit 1
  fi
  echo "$board: both compilers accept all $(echo "$sources" | wc -l) files, and they fit together"
done
