#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// How a board senses the mains. Configured (`mains_input=`), since an input is wired by its owner.
enum class MainsInputKind : uint8_t {
  /// The board dies with the mains; the server detects it by silence.
  None,
  /// Optocoupler pulsing at mains frequency; no edge for 100 ms is a loss.
  Optocoupler,
  /// Divider on the USB supply's 5 V.
  Vbus,
  /// No input of its own: the battery falls to 4.2 V or less once it is no longer being charged.
  Battery,
};

/// Pulses of the optocoupler as an interrupt counts them.
struct MainsEdges {
  /// Counts on for ever and wraps.
  uint32_t count;
  /// Clock::nowMs() of the newest edge; meaningless before the first one.
  uint64_t last_ms;
};

/// Raw readings; what they mean is decided by core/power-fsm.
class MainsInput {
 public:
  /// What the board has wired when nothing is configured: Battery on the T-Display, else None.
  virtual MainsInputKind defaultKind() const = 0;
  /// Whether this board can read that kind at all. None is always supported.
  virtual bool supports(MainsInputKind kind) const = 0;
  /// Called when the configuration is known or changes, before any reading: sets up pin and interrupt.
  virtual void select(MainsInputKind kind) = 0;
  virtual MainsEdges edges() = 0;
  /// mV at the USB supply, before the divider.
  virtual uint16_t vbusMillivolts() = 0;
  /// Before Board::sleep(): the mains wakes the board, where the pin of the kind that is selected can do so.
  virtual void wakeOnMains() = 0;

 protected:
  ~MainsInput() = default;
};

}  // namespace faiwatch::hal
