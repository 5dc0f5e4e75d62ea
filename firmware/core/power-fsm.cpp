#include "core/power-fsm.h"

namespace faiwatch {

namespace {

struct Levels {
  uint16_t absent_mv;
  uint16_t present_mv;
};

constexpr Levels kVbusLevels = {4000, 4400};
constexpr Levels kBatteryLevels = {4200, 4300};

constexpr PowerChange kNoChange = {false, Power::Unknown, 0, false};

bool isLevelPresent(const Levels& levels, uint16_t mv, bool was_present) {
  if (mv <= levels.absent_mv) return false;
  return mv >= levels.present_mv || was_present;
}

}  // namespace

void PowerFsm::configure(hal::MainsInputKind kind, uint64_t now_ms) {
  kind_ = kind;
  state_ = hasSense() ? State::Settling : State::Up;
  since_ms_ = now_ms;
  was_present_ = false;
  has_pulsed_ = false;
  step_.reset();
}

Power PowerFsm::power() const {
  switch (state_) {
    case State::Settling:
      return Power::Unknown;
    case State::Up:
    case State::Doubted:
      return Power::Up;
    case State::Down:
    case State::Returning:
      return Power::Down;
  }
  return Power::Unknown;
}

PowerChange PowerFsm::sample(uint64_t now_ms, const MainsReading& reading) {
  if (!hasSense() || isUnmeasured(reading)) return kNoChange;
  const bool was_present = was_present_;
  const bool is_present = isPresent(now_ms, reading);
  was_present_ = is_present;
  switch (state_) {
    case State::Settling:
      if (is_present != was_present) {
        enter(State::Settling, now_ms, reading);
      } else if (is_present && now_ms - since_ms_ >= kReturnMs) {
        state_ = State::Up;
        return change(Power::Up, true);
      } else if (!is_present && now_ms - since_ms_ >= kSettleDownMs) {
        state_ = State::Down;
        return change(Power::Down, true);
      }
      return kNoChange;
    case State::Up:
      if (is_present) return kNoChange;
      if (kind_ == hal::MainsInputKind::Optocoupler) {
        enter(State::Down, reading.edges.last_ms, reading);
        return change(Power::Down, false);
      }
      enter(State::Doubted, now_ms, reading);
      return kNoChange;
    case State::Doubted:
      if (is_present) {
        state_ = State::Up;
      } else if (now_ms - since_ms_ >= kLevelDebounceMs) {
        state_ = State::Down;
        return change(Power::Down, false);
      }
      return kNoChange;
    case State::Down:
      if (is_present) enter(State::Returning, now_ms, reading);
      return kNoChange;
    case State::Returning:
      if (!is_present) {
        state_ = State::Down;
      } else if (now_ms - since_ms_ >= kReturnMs) {
        const uint32_t edges = reading.edges.count - edges_before_;
        if (kind_ == hal::MainsInputKind::Optocoupler && edges < kReturnEdges) {
          enter(State::Returning, now_ms, reading);
          return kNoChange;
        }
        state_ = State::Up;
        return change(Power::Up, false);
      }
      return kNoChange;
  }
  return kNoChange;
}

bool PowerFsm::isUnmeasured(const MainsReading& reading) const {
  return kind_ == hal::MainsInputKind::Battery && reading.level_mv == 0;
}

bool PowerFsm::isPresent(uint64_t now_ms, const MainsReading& reading) {
  switch (kind_) {
    case hal::MainsInputKind::None:
      return true;
    case hal::MainsInputKind::Optocoupler:
      // The counter wraps to 0 after 2.7 years.
      has_pulsed_ = has_pulsed_ || reading.edges.count != 0;
      // An edge may come in between the reading of the clock and that of the counter.
      return has_pulsed_ &&
             (reading.edges.last_ms >= now_ms || now_ms - reading.edges.last_ms < kEdgeSilenceMs);
    case hal::MainsInputKind::Vbus:
      return isLevelPresent(kVbusLevels, reading.level_mv, was_present_);
    case hal::MainsInputKind::Battery:
      return !step_.sample(now_ms, reading.level_mv) &&
             isLevelPresent(kBatteryLevels, reading.level_mv, was_present_);
  }
  return true;
}

void PowerFsm::enter(State state, uint64_t since_ms, const MainsReading& reading) {
  state_ = state;
  since_ms_ = since_ms;
  edges_before_ = reading.edges.count;
}

PowerChange PowerFsm::change(Power power, bool is_first) const {
  return {true, power, since_ms_, is_first};
}

uint8_t batteryPercent(uint16_t millivolts) {
  constexpr struct {
    uint16_t millivolts;
    uint8_t percent;
  } kCurve[] = {{3300, 0},  {3600, 10}, {3700, 25}, {3800, 50},
                {3900, 66}, {4000, 80}, {4100, 92}, {4200, 100}};
  if (millivolts <= kCurve[0].millivolts) return 0;
  for (size_t i = 1; i < sizeof kCurve / sizeof kCurve[0]; i++) {
    const auto& low = kCurve[i - 1];
    const auto& high = kCurve[i];
    if (millivolts > high.millivolts) continue;
    const int span = high.millivolts - low.millivolts;
    const int rise = high.percent - low.percent;
    return static_cast<uint8_t>(low.percent + (millivolts - low.millivolts) * rise / span);
  }
  return 100;
}

}  // namespace faiwatch
