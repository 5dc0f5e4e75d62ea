#include "hal_posix/sim-inputs.h"

namespace faiwatch::posix {

namespace {

/// Half-waves at 50 Hz through a bridge.
constexpr uint64_t kEdgePeriodMs = 10;
constexpr uint16_t kChargingMillivolts = 4600;

}  // namespace

bool SimMainsInput::supports(hal::MainsInputKind kind) const {
  return kind != hal::MainsInputKind::Battery || board_ == hal::BoardKind::TDisplay;
}

void SimMainsInput::select(hal::MainsInputKind kind) {
  selected_ = kind;
  edges_ = {0, 0};
}

void SimMainsInput::wakeOnMains() {
  world_.wakes_on_mains = selected_ == hal::MainsInputKind::Optocoupler;
}

hal::MainsEdges SimMainsInput::edges() {
  const uint64_t now_ms = clock_.nowMs();
  if (world_.has_mains) {
    const uint64_t newest_ms = now_ms - now_ms % kEdgePeriodMs;
    edges_.count += static_cast<uint32_t>(newest_ms / kEdgePeriodMs - seen_ms_ / kEdgePeriodMs);
    if (newest_ms / kEdgePeriodMs != seen_ms_ / kEdgePeriodMs) edges_.last_ms = newest_ms;
    // The first half-wave is there at once, not when somebody looks again.
    if (!had_mains_) edges_ = {edges_.count + 1, now_ms};
  }
  had_mains_ = world_.has_mains;
  seen_ms_ = now_ms;
  return edges_;
}

uint16_t SimBattery::millivolts() {
  const uint16_t battery = world_.battery_mv;
  const bool is_measured = board_ == hal::BoardKind::TDisplay || battery > 0;
  return is_measured && world_.has_mains ? kChargingMillivolts : battery;
}

}  // namespace faiwatch::posix
