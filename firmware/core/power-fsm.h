#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/supply-step.h"
#include "hal/mains-input.h"
#include "hal/reset-info.h"

namespace faiwatch {

enum class Power : uint8_t {
  /// Not judged yet in this boot.
  Unknown,
  Up,
  Down,
};

/// One look at the mains input.
struct MainsReading {
  hal::MainsEdges edges;
  /// Voltage of VBUS or the battery, in mV, by the kind of input.
  uint16_t level_mv;
};

struct PowerChange {
  bool has_changed;
  Power power;
  /// When power changed, ms since boot, without the debouncing.
  uint64_t at_ms;
  /// This is the first judgement of the boot, not a change.
  bool is_first;
};

/// Decides from raw readings whether there is mains.
///
///   Settling   --present 1 s-->  Up        --absent 500 ms--> Down      (first judgement)
///   Up         --absent-->       Doubted
///   Doubted    --present-->      Up        --absent for the debounce--> Down
///   Down       --present-->      Returning
///   Returning  --absent-->       Down      --present 1 s-->   Up
///
/// What counts as absent:
///   optocoupler  no edge for 100 ms, five periods at 50 Hz; needs no further debounce
///   VBUS         4.0 V or less
///   battery      4.2 V or less, since a higher voltage means charging; or a fall as only a charger that goes
///                leaves behind (SupplyStep)
///
/// The two voltages have a hysteresis and are debounced for 100 ms. An optocoupler must have pulsed at mains
/// frequency before power counts as back, since a wire that picks up noise gives irregular edges.
class PowerFsm {
 public:
  enum class State : uint8_t { Settling, Up, Doubted, Down, Returning };

  static constexpr uint32_t kEdgeSilenceMs = 100;
  static constexpr uint32_t kLevelDebounceMs = 100;
  static constexpr uint32_t kSettleDownMs = 500;
  static constexpr uint32_t kReturnMs = 1000;
  /// Within kReturnMs; half-wave pulses at 50 Hz give 50.
  static constexpr uint32_t kReturnEdges = 30;

  /// Begins to judge anew. Without a sense (None) power is always Up.
  void configure(hal::MainsInputKind kind, uint64_t now_ms);
  PowerChange sample(uint64_t now_ms, const MainsReading& reading);

  Power power() const;
  bool hasSense() const { return kind_ != hal::MainsInputKind::None; }
  State state() const { return state_; }
  /// True from the first sign of a loss, which is reason enough to save power.
  bool isLossLikely() const { return state_ == State::Doubted || state_ == State::Down; }

 private:
  bool isUnmeasured(const MainsReading& reading) const;
  bool isPresent(uint64_t now_ms, const MainsReading& reading);
  void enter(State state, uint64_t since_ms, const MainsReading& reading);
  PowerChange change(Power power, bool is_first) const;

  hal::MainsInputKind kind_ = hal::MainsInputKind::None;
  State state_ = State::Up;
  /// When the present doubt or return began.
  uint64_t since_ms_ = 0;
  uint32_t edges_before_ = 0;
  bool was_present_ = false;
  /// There was an edge since configure().
  bool has_pulsed_ = false;
  SupplyStep step_;
};

/// The least supply for a write to flash. Below it the regulator may give up and cut the write short. A supply of
/// 0 mV cannot be measured and counts as enough.
constexpr uint16_t kBrownoutMillivolts = 2800;
inline bool maySafelyWriteFlash(uint16_t supply_mv) {
  return supply_mv == 0 || supply_mv >= kBrownoutMillivolts;
}

/// Whether a boot began because power had failed. A boot from sleep is one of them: a board sleeps only when its
/// cell can no longer feed it.
inline bool isPowerLoss(hal::ResetReason reason) {
  return reason == hal::ResetReason::PowerOn || reason == hal::ResetReason::Brownout ||
         reason == hal::ResetReason::DeepSleep;
}

/// Charge of a lithium cell at rest in per cent, from its voltage.
uint8_t batteryPercent(uint16_t millivolts);

}  // namespace faiwatch
