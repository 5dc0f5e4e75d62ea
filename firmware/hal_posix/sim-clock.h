#pragma once

#include <stdint.h>

#include "hal/clock.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// The computer's monotonic clock, in µs.
uint64_t realTimeUs();

/// The board's clock: real time, made faster by the scale and wrong by the drift. It goes in small steps at any
/// scale, so that a day in ten seconds is lived through like any other day. While the board awaits an answer that
/// can come, the scale does not apply. Otherwise the server would seem slow.
class SimClock final : public hal::Clock {
 public:
  explicit SimClock(const World& world) : world_(world), seen_us_(realTimeUs()) {}

  uint64_t nowMs() const override { return now_ms_; }

  /// Real time has passed; now it is up to step().
  /// @param awaits_answer of a server that can be reached
  void observe(bool awaits_answer);
  /// One step. @returns false when there is none left to go
  bool step();
  /// Leaves out the steps that are left.
  void skipRest();

  const uint64_t& uptime() const { return now_ms_; }

 private:
  const World& world_;
  uint64_t seen_us_;
  double target_us_ = 0;
  uint64_t now_ms_ = 0;
};

}  // namespace faiwatch::posix
