#include "core/led-player.h"

namespace faiwatch {

void LedPlayer::playOnce(LedPattern pattern, uint64_t now_ms) {
  begin(pattern, now_ms);
  // The first change is then to on, even if the LED was lit before.
  is_on_ = false;
}

bool LedPlayer::tick(uint64_t now_ms, LedPattern ambient) {
  const uint64_t lasts_ms = durationOf(pattern_);
  const bool has_ended = lasts_ms == 0 || now_ms - since_ms_ >= lasts_ms;
  if (has_ended && ambient != pattern_) begin(ambient, now_ms);
  const bool is_on = isLedOn(pattern_, now_ms - since_ms_);
  if (is_on == is_on_) return false;
  is_on_ = is_on;
  led_.set(is_on);
  return true;
}

void LedPlayer::begin(LedPattern pattern, uint64_t now_ms) {
  pattern_ = pattern;
  since_ms_ = now_ms;
}

}  // namespace faiwatch
