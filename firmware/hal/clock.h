#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// What a platform's loop reads before each App::tick(now_ms); core itself reads no clock.
/// Devices are never asked for the time of day.
class Clock {
 public:
  /// ms since this boot; never goes back, does not wrap. Also the time base of MainsInput's edges.
  virtual uint64_t nowMs() const = 0;

 protected:
  ~Clock() = default;
};

}  // namespace faiwatch::hal
