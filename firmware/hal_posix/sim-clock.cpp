#include "hal_posix/sim-clock.h"

#include <time.h>

#include <algorithm>

namespace faiwatch::posix {

namespace {

constexpr uint64_t kLongestStepMs = 100;
/// Beyond this backlog steps are left out, on a computer that cannot keep up with the scale.
constexpr double kMostBehindUs = 60e6;

}  // namespace

uint64_t realTimeUs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_nsec) / 1000;
}

void SimClock::observe(bool awaits_answer) {
  const uint64_t real_us = realTimeUs();
  const double scale = awaits_answer ? 1.0 : world_.time_scale;
  const double passed_us = static_cast<double>(real_us - seen_us_) * scale *
                           (1 + static_cast<double>(world_.drift_ppm) / 1e6);
  seen_us_ = real_us;
  target_us_ += passed_us;
  const double now_us = static_cast<double>(now_ms_) * 1000;
  if (scale > 1) target_us_ = std::min(target_us_, now_us + kMostBehindUs);
}

bool SimClock::step() {
  const auto target_ms = static_cast<uint64_t>(target_us_ / 1000);
  if (target_ms <= now_ms_) return false;
  const uint64_t left = target_ms - now_ms_;
  // In real time a pause is a pause: the core is to see the gap.
  now_ms_ += world_.time_scale > 1 ? std::min(left, kLongestStepMs) : left;
  return true;
}

void SimClock::skipRest() {
  const double left_us = target_us_ - static_cast<double>(now_ms_) * 1000;
  // Parts of a millisecond add up to the next one.
  if (left_us >= 1000) target_us_ -= left_us;
}

}  // namespace faiwatch::posix
