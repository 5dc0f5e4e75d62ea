#include "core/led-pattern.h"

namespace faiwatch {

namespace {

/// So many flashes of 100 ms, 200 ms apart, at the beginning of every period.
bool isFlashing(uint64_t elapsed_ms, uint64_t period_ms, uint64_t flashes) {
  const uint64_t at = elapsed_ms % period_ms;
  return at < flashes * 300 && at % 300 < 100;
}

bool isBlinking(uint64_t elapsed_ms, uint64_t half_period_ms) {
  return elapsed_ms / half_period_ms % 2 == 0;
}

}  // namespace

bool isLedOn(LedPattern pattern, uint64_t elapsed_ms) {
  switch (pattern) {
    case LedPattern::Setup:
    case LedPattern::Test:
      return isBlinking(elapsed_ms, 500);
    case LedPattern::Joining:
      return isBlinking(elapsed_ms, 125);
    case LedPattern::Contacting:
      return isFlashing(elapsed_ms, 1500, 2);
    case LedPattern::Refused:
      return isFlashing(elapsed_ms, 2500, 3);
    case LedPattern::Online:
      return elapsed_ms % 5000 < 50;
    case LedPattern::PowerOut:
      return elapsed_ms % 1000 < 30;
    case LedPattern::Identify:
      return isBlinking(elapsed_ms, 50);
  }
  return false;
}

uint64_t durationOf(LedPattern pattern) {
  if (pattern == LedPattern::Test) return 3000;
  if (pattern == LedPattern::Identify) return 10000;
  return 0;
}

}  // namespace faiwatch
