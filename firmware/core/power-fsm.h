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
  /// VBUS or battery, in mV, as the kind of input has it.
  uint16_t level_mv;
};

struct PowerChange {
  bool has_changed;
  Power power;
  /// When it truly changed, ms since boot: before the debouncing.
  uint64_t at_ms;
  /// The first judgement of this boot: how power is, not that it changed.
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
/// Absent means: the optocoupler gave no edge for 100 ms, which is five periods at 50 Hz and needs no
/// further debounce; VBUS at 4.0 V or less; the battery at 4.2 V or less, since above that it is being
/// charged, or after a fall that only a charger leaves behind (SupplyStep). The two levels have a hysteresis and are debounced for 100 ms. To count as returned, an
/// optocoupler must also have pulsed at mains frequency: a wire that picks up noise gives odd edges.
class PowerFsm {
 public:
  enum class State : uint8_t { Settling, Up, Doubted, Down, Returning };

  static constexpr uint32_t kEdgeSilenceMs = 100;
  static constexpr uint32_t kLevelDebounceMs = 100;
  static constexpr uint32_t kSettleDownMs = 500;
  static constexpr uint32_t kReturnMs = 1000;
  /// Within kReturnMs; half-wave pulses at 50 Hz give 50.
  static constexpr uint32_t kReturnEdges = 30;

  /// Begins to judge anew. Without a sense (None) power is Up for ever and nothing ever changes.
  void configure(hal::MainsInputKind kind, uint64_t now_ms);
  PowerChange sample(uint64_t now_ms, const MainsReading& reading);

  Power power() const;
  bool hasSense() const { return kind_ != hal::MainsInputKind::None; }
  State state() const { return state_; }
  /// From the first sign of a loss on: not certain yet, but reason enough to save power.
  bool isLossLikely() const { return state_ == State::Doubted || state_ == State::Down; }

 private:
  bool isUnmeasured(const MainsReading& reading) const;
  bool isPresent(uint64_t now_ms, const MainsReading& reading);
  void enter(State state, uint64_t since_ms, const MainsReading& reading);
  PowerChange change(Power power, bool is_first) const;

  hal::MainsInputKind kind_ = hal::MainsInputKind::None;
  State state_ = State::Up;
  /// When what is being doubted or believed began.
  uint64_t since_ms_ = 0;
  uint32_t edges_before_ = 0;
  bool was_present_ = false;
  /// There was an edge since configure().
  bool has_pulsed_ = false;
  SupplyStep step_;
};

/// Below it a write to flash may be cut short by the regulator giving up; 0 mV: cannot be measured, and
/// is taken for enough.
constexpr uint16_t kBrownoutMillivolts = 2800;
inline bool maySafelyWriteFlash(uint16_t supply_mv) {
  return supply_mv == 0 || supply_mv >= kBrownoutMillivolts;
}

/// Whether a boot began because power had failed. A FaiWatch board sleeps only where the cell can feed it no
/// longer, so that a boot from sleep is one of them.
inline bool isPowerLoss(hal::ResetReason reason) {
  return reason == hal::ResetReason::PowerOn || reason == hal::ResetReason::Brownout ||
         reason == hal::ResetReason::DeepSleep;
}

/// Charge of a lithium cell at rest in per cent, from its voltage.
uint8_t batteryPercent(uint16_t millivolts);

}  // namespace faiwatch
