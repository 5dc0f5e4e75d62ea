#include "core/low-battery.h"

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

}  // namespace faiwatch
