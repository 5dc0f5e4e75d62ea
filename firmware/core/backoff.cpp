#include "core/backoff.h"

namespace faiwatch {

namespace {

/// A wait of zero could become a busy loop over the air.
constexpr uint32_t kFloorMs = 250;

}  // namespace

uint32_t Backoff::fail() {
  uint64_t ceiling = first_ms_;
  for (uint32_t i = 0; i < failures_ && ceiling < most_ms_; i++) ceiling *= 2;
  if (ceiling > most_ms_) ceiling = most_ms_;
  if (failures_ < UINT32_MAX) failures_++;
  return pickBetween(random_, kFloorMs, static_cast<uint32_t>(ceiling));
}

uint32_t pickBetween(hal::Random& random, uint32_t least, uint32_t most) {
  if (most <= least) return least;
  const uint64_t span = static_cast<uint64_t>(most) - least + 1;
  return least + static_cast<uint32_t>((random.next() * span) >> 32);
}

}  // namespace faiwatch
