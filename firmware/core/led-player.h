#pragma once

#include <stdint.h>

#include "core/led-pattern.h"
#include "hal/led.h"

namespace faiwatch {

/// Shows patterns on the LED: one that tells how the device is, and for a while another over it.
class LedPlayer {
 public:
  explicit LedPlayer(hal::Led& led) : led_(led) {}

  /// Plays a pattern that ends by itself (durationOf), from its beginning.
  void playOnce(LedPattern pattern, uint64_t now_ms);
  /// @param ambient what is shown when nothing else is played
  /// @returns whether the LED has just gone on or off
  bool tick(uint64_t now_ms, LedPattern ambient);

  bool isOn() const { return is_on_; }
  LedPattern pattern() const { return pattern_; }

 private:
  void begin(LedPattern pattern, uint64_t now_ms);

  hal::Led& led_;
  LedPattern pattern_ = LedPattern::Setup;
  uint64_t since_ms_ = 0;
  bool is_on_ = false;
};

}  // namespace faiwatch
