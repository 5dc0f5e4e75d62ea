#pragma once

#include "hal/board.h"
#include "hal/reset-info.h"
#include "hal_posix/boot-end.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

class SimBoard final : public hal::Board {
 public:
  SimBoard(const hal::BoardInfo& info, World& world) : info_(info), world_(world) {}
  const hal::BoardInfo& info() const override { return info_; }
  void restart() override { throw BootEnded{BootEnd::Restart}; }
  void sleep(uint32_t for_ms) override {
    world_.sleep_ms = for_ms;
    throw BootEnded{BootEnd::Sleep};
  }
  /// Here a board hangs only when it is frozen; the desk watches that.
  void feedWatchdog() override {}
  /// A computer's memory says nothing about a board's.
  hal::MemoryFacts memory() const override { return {}; }

 private:
  hal::BoardInfo info_;
  World& world_;
};

class SimResetInfo final : public hal::ResetInfo {
 public:
  SimResetInfo(hal::ResetReason reason, bool is_woken_by_mains)
      : reason_(reason), is_woken_by_mains_(is_woken_by_mains) {}
  hal::ResetReason reason() const override { return reason_; }
  bool wasWokenByMains() const override { return is_woken_by_mains_; }

 private:
  hal::ResetReason reason_;
  bool is_woken_by_mains_;
};

}  // namespace faiwatch::posix
