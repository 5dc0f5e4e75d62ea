#pragma once

#include <stdint.h>

#include "hal/board.h"
#include "hal/key-value-store.h"
#include "hal/mains-input.h"
#include "hal/reset-info.h"

namespace faiwatch {

/// Tells when the cell that feeds the board is nearly empty. The board then says so and sleeps. Otherwise it would
/// run until the chip resets, start again as the cell recovers, and drain the cell until it is damaged.
///
/// With a charger the reading is its rail, 4.5 V or more. A reading of 0 mV means unknown and never counts as low.
class LowBattery {
 public:
  static constexpr uint16_t kLowMillivolts = 3300;
  /// An unloaded cell recovers by some tenths of a volt without gaining charge.
  static constexpr uint16_t kRecoveredMillivolts = 3600;
  /// The radio's bursts pull the voltage down for milliseconds.
  static constexpr uint64_t kSteadyMs = 10'000;

  /// @returns whether the cell has been low for that long without a break, and has not recovered since
  bool sample(uint64_t now_ms, uint16_t millivolts);

 private:
  bool is_low_ = false;
  uint64_t fine_ms_ = 0;
};

/// Whether this boot should go back to sleep at once; asked before anything draws current. After sleep or a
/// brown-out the board needs a charger or a cell that has recovered.
bool isTooLowToStart(hal::ResetReason reason, uint16_t millivolts);

/// Sends such a board back to sleep, until the mains is sensed or kSleepMs are over. On a board it does not return
/// then.
/// @returns whether it was sent
bool sleepIfTooLow(hal::Board& board, const hal::ResetInfo& reset, hal::KeyValueStore& store,
                   hal::MainsInput& mains, uint16_t millivolts);

/// How long the board sleeps before it looks for a charger again. A second at 40 mA each time is 0.7 mA on average,
/// as much as the T-Display draws while asleep.
constexpr uint32_t kSleepMs = 60'000;

}  // namespace faiwatch
