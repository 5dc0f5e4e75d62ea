#pragma once

#include <stdint.h>

namespace faiwatch {

/// The server's time of day, learned from its answers. It gives the age of events of earlier boots, whose counters
/// have ended. Events of this boot need no time of day.
class WallClock {
 public:
  /// @param epoch_ms what the server said, @param uptime_ms when it was heard, ms since this boot
  void learn(int64_t epoch_ms, uint64_t uptime_ms) {
    boot_epoch_ms_ = epoch_ms - static_cast<int64_t>(uptime_ms);
    learned_at_ms_ = uptime_ms;
    is_known_ = true;
  }
  bool isKnown() const { return is_known_; }
  /// ms since boot at which it was learned last.
  uint64_t learnedAtMs() const { return learned_at_ms_; }
  /// Epoch ms of a moment of this boot, even of one before the time was learned; 0: not known.
  int64_t at(uint64_t uptime_ms) const {
    return is_known_ ? boot_epoch_ms_ + static_cast<int64_t>(uptime_ms) : 0;
  }

 private:
  bool is_known_ = false;
  int64_t boot_epoch_ms_ = 0;
  uint64_t learned_at_ms_ = 0;
};

}  // namespace faiwatch
