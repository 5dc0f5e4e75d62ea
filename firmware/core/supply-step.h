#pragma once

#include <stdint.h>

namespace faiwatch {

/// Tells from the voltage of charger and cell together whether the charger has just gone. A threshold alone cannot:
/// a full cell that reads a little high is above a charger on a long cable. But when the charger goes, the voltage
/// falls to the cell's at once and stays there. A cell alone falls slowly, and a charger's sag is short.
class SupplyStep {
 public:
  static constexpr uint16_t kStepMillivolts = 250;
  static constexpr uint64_t kWindowMs = 500;

  void reset() { *this = SupplyStep(); }
  /// @returns whether the charger has gone and not come back since
  bool sample(uint64_t now_ms, uint16_t millivolts);

 private:
  static constexpr uint64_t kBucketMs = 100;
  static constexpr unsigned kBuckets = kWindowMs / kBucketMs;

  struct Extremes {
    uint16_t lowest = UINT16_MAX;
    uint16_t highest = 0;
  };

  void advance(uint64_t now_ms);
  Extremes recent() const;

  /// The last half second, in tenths.
  Extremes buckets_[kBuckets];
  uint64_t bucket_ = 0;
  uint16_t last_mv_ = 0;
  bool has_fallen_ = false;
  /// The voltage before it fell.
  uint16_t from_mv_ = 0;
};

}  // namespace faiwatch
