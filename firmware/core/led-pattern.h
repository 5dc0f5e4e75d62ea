#pragma once

#include <stdint.h>

namespace faiwatch {

/// What the LED tells; docs/hardware/pins.md shows them to people.
enum class LedPattern : uint8_t {
  /// The set-up network is open: on and off every half second.
  Setup,
  /// Joining the Wi-Fi network: quick, four times a second.
  Joining,
  /// Wi-Fi is there, the server has not answered yet: two flashes.
  Contacting,
  /// The server refuses the device: three flashes.
  Refused,
  /// All is well: one short flash every five seconds.
  Online,
  /// Mains is lost: one short flash a second, which costs next to nothing.
  PowerOut,
  /// The server asks which board this is: very quick.
  Identify,
  /// `led_test`: three times half a second on, half a second off.
  Test,
};

/// @param elapsed_ms since the pattern began
bool isLedOn(LedPattern pattern, uint64_t elapsed_ms);

/// How long it lasts; 0: until another takes its place.
uint64_t durationOf(LedPattern pattern);

}  // namespace faiwatch
