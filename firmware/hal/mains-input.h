#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// How a board senses the mains. The owner wires the input and configures it (`mains_input=`).
enum class MainsInputKind : uint8_t {
  /// No sense: the board goes off with the mains, and the server notices the silence.
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
  /// Never reset; wraps.
  uint32_t count;
  /// Clock::nowMs() of the newest edge; meaningless before the first one.
  uint64_t last_ms;
};

/// Raw readings; what they mean is decided by core/power-fsm.
class MainsInput {
 public:
  /// The input of a board without a configuration: Battery on the T-Display, else None.
  virtual MainsInputKind defaultKind() const = 0;
  /// Whether this board can read that kind at all. None is always supported.
  virtual bool supports(MainsInputKind kind) const = 0;
  /// Called when the configuration is known or changes, before any reading: sets up pin and interrupt.
  virtual void select(MainsInputKind kind) = 0;
  virtual MainsEdges edges() = 0;
  /// mV at the USB supply, before the divider.
  virtual uint16_t vbusMillivolts() = 0;
  /// Effective voltage of the mains itself, in mV; 0: not measured.
  virtual uint32_t mainsMillivolts() = 0;
  /// Call before Board::sleep(): the mains then wakes the board, if the selected input's pin can.
  virtual void wakeOnMains() = 0;

 protected:
  ~MainsInput() = default;
};

}  // namespace faiwatch::hal
