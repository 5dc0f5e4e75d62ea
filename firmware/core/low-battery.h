#pragma once

#include <stdint.h>

#include "hal/reset-info.h"

namespace faiwatch {

/// Tells when the cell that feeds the board is nearly empty. Then the board says so and sleeps, rather than
/// run until the chip resets, start again as the cell recovers, and so empty it to where it takes damage.
///
/// Where there is a charger its rail is measured, 4.5 V and more. 0 mV cannot be measured, and never is low.
class LowBattery {
 public:
  static constexpr uint16_t kLowMillivolts = 3300;
  /// A cell from which nothing is drawn recovers by some tenths of a volt, and has gained nothing.
  static constexpr uint16_t kRecoveredMillivolts = 3600;
  /// The radio's bursts pull the voltage down for milliseconds.
  static constexpr uint64_t kSteadyMs = 10'000;

  /// @returns whether it has been low all the time for so long, and has not recovered since
  bool sample(uint64_t now_ms, uint16_t millivolts);

 private:
  bool is_low_ = false;
  uint64_t fine_ms_ = 0;
};

/// Before anything is begun that draws current: whether this boot is better no boot. After sleep and after a
/// brown-out only a cell that has recovered counts, or a charger.
bool isTooLowToStart(hal::ResetReason reason, uint16_t millivolts);

/// How long it sleeps before it looks for a charger again. A second at 40 mA each time is 0.7 mA on the
/// average, as much as the T-Display draws asleep.
constexpr uint32_t kSleepMs = 60'000;

}  // namespace faiwatch
