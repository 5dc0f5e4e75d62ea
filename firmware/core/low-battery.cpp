#include "core/low-battery.h"

#include "core/config-store.h"

namespace faiwatch {

bool LowBattery::sample(uint64_t now_ms, uint16_t millivolts) {
  const uint16_t enough = is_low_ ? kRecoveredMillivolts : kLowMillivolts;
  if (millivolts == 0 || millivolts >= enough) {
    is_low_ = false;
    fine_ms_ = now_ms;
  } else if (now_ms - fine_ms_ >= kSteadyMs) {
    is_low_ = true;
  }
  return is_low_;
}

bool isTooLowToStart(hal::ResetReason reason, uint16_t millivolts) {
  const bool was_empty =
      reason == hal::ResetReason::DeepSleep || reason == hal::ResetReason::Brownout;
  const uint16_t enough =
      was_empty ? LowBattery::kRecoveredMillivolts : LowBattery::kLowMillivolts;
  return millivolts != 0 && millivolts < enough;
}

bool sleepIfTooLow(hal::Board& board, const hal::ResetInfo& reset, hal::KeyValueStore& store,
                   hal::MainsInput& mains, uint16_t millivolts) {
  if (!isTooLowToStart(reset.reason(), millivolts)) return false;
  // A mains that has just woken the board without feeding it would do so again at once, for as long as it is there.
  // Time wakes it then, and the nap after that one listens again.
  if (!reset.wasWokenByMains()) {
    const ConfigRules rules(board.info(), mains);
    Config config;
    ConfigStore(store, rules).load(config);
    mains.select(config.mains_input);
    mains.wakeOnMains();
  }
  board.sleep(kSleepMs);
  return true;
}

}  // namespace faiwatch
