#pragma once

#include "hal/battery.h"
#include "hal/board.h"
#include "hal/button.h"
#include "hal/clock.h"
#include "hal/mains-input.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// All three kinds are wired, as far as the board has the pins for them.
class SimMainsInput final : public hal::MainsInput {
 public:
  /// @param wired what the board has when nothing is configured
  SimMainsInput(World& world, const hal::Clock& clock, hal::BoardKind board,
                hal::MainsInputKind wired)
      : world_(world), clock_(clock), board_(board), wired_(wired) {}

  hal::MainsInputKind defaultKind() const override { return wired_; }
  bool supports(hal::MainsInputKind kind) const override;
  void select(hal::MainsInputKind kind) override;
  hal::MainsEdges edges() override;
  uint16_t vbusMillivolts() override { return world_.has_mains ? 5000 : 0; }
  uint32_t mainsMillivolts() override { return world_.has_mains ? world_.mains_mv : 0; }
  void wakeOnMains() override;

 private:
  World& world_;
  const hal::Clock& clock_;
  hal::BoardKind board_;
  hal::MainsInputKind wired_;
  hal::MainsInputKind selected_ = hal::MainsInputKind::None;
  hal::MainsEdges edges_ = {0, 0};
  uint64_t seen_ms_ = 0;
  bool had_mains_ = false;
};

class SimBattery final : public hal::Battery {
 public:
  /// @param board a T-Display measures its charger's rail also without a battery
  SimBattery(const World& world, hal::BoardKind board) : world_(world), board_(board) {}
  uint16_t millivolts() override;

 private:
  const World& world_;
  hal::BoardKind board_;
};

class SimButton final : public hal::Button {
 public:
  explicit SimButton(const World& world) : world_(world) {}
  bool isPressed() const override { return world_.is_button_pressed; }

 private:
  const World& world_;
};

}  // namespace faiwatch::posix
