#pragma once

#include <stdint.h>

#include "hal/random.h"

namespace faiwatch {

/// Waits between tries with full jitter: any time between a small floor and a ceiling that doubles with every
/// failure up to `most_ms`. Many boards that lost the same server then come back spread out.
class Backoff {
 public:
  Backoff(hal::Random& random, uint32_t first_ms, uint32_t most_ms)
      : random_(random), first_ms_(first_ms), most_ms_(most_ms) {}

  /// Counts one failure. @returns how long to wait before the next try, in ms
  uint32_t fail();
  void succeed() { failures_ = 0; }
  uint32_t failures() const { return failures_; }

 private:
  hal::Random& random_;
  uint32_t first_ms_;
  uint32_t most_ms_;
  uint32_t failures_ = 0;
};

/// Any number from `least` to `most`, both included.
uint32_t pickBetween(hal::Random& random, uint32_t least, uint32_t most);

}  // namespace faiwatch
