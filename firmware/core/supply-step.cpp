#include "core/supply-step.h"

namespace faiwatch {

namespace {

/// More than any cell reads, 3 % of error included: only a charger gives it.
constexpr uint16_t kChargerMillivolts = 4500;
/// This near to the voltage before, a fall was only a sag.
constexpr uint16_t kNearMillivolts = 100;

}  // namespace

bool SupplyStep::sample(uint64_t now_ms, uint16_t millivolts) {
  advance(now_ms);
  const Extremes before = recent();
  if (!has_fallen_ && before.highest >= millivolts + kStepMillivolts) {
    has_fallen_ = true;
    from_mv_ = before.highest;
  } else if (has_fallen_ && (millivolts + kNearMillivolts >= from_mv_ ||
                             millivolts >= kChargerMillivolts ||
                             millivolts >= before.lowest + kStepMillivolts)) {
    has_fallen_ = false;
    // Voltages from before the return say nothing about a later fall.
    for (Extremes& bucket : buckets_) bucket = {};
  }
  Extremes& present = buckets_[bucket_ % kBuckets];
  if (millivolts < present.lowest) present.lowest = millivolts;
  if (millivolts > present.highest) present.highest = millivolts;
  last_mv_ = millivolts;
  return has_fallen_;
}

/// The last reading counts for the time in which the loop was held up.
void SupplyStep::advance(uint64_t now_ms) {
  const uint64_t bucket = now_ms / kBucketMs;
  const uint64_t passed = bucket - bucket_;
  if (passed == 0) return;
  for (uint64_t i = 1; i <= passed && i <= kBuckets; i++) buckets_[(bucket_ + i) % kBuckets] = {};
  bucket_ = bucket;
  if (passed >= kBuckets && last_mv_ != 0) {
    buckets_[bucket_ % kBuckets] = {last_mv_, last_mv_};
  }
}

SupplyStep::Extremes SupplyStep::recent() const {
  Extremes all;
  for (const Extremes& bucket : buckets_) {
    if (bucket.lowest < all.lowest) all.lowest = bucket.lowest;
    if (bucket.highest > all.highest) all.highest = bucket.highest;
  }
  // Nothing yet.
  if (all.highest == 0) all.lowest = UINT16_MAX - kStepMillivolts;
  return all;
}

}  // namespace faiwatch
