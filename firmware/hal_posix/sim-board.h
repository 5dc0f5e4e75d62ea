#pragma once

#include "hal/board.h"
#include "hal/reset-info.h"
#include "hal_posix/boot-end.h"

namespace faiwatch::posix {

class SimBoard final : public hal::Board {
 public:
  explicit SimBoard(const hal::BoardInfo& info) : info_(info) {}
  const hal::BoardInfo& info() const override { return info_; }
  void restart() override { throw BootEnded{BootEnd::Restart}; }
  /// Here a board hangs only when it is frozen; the desk watches that.
  void feedWatchdog() override {}
  /// What a computer has says nothing about a board.
  hal::MemoryFacts memory() const override { return {}; }

 private:
  hal::BoardInfo info_;
};

class SimResetInfo final : public hal::ResetInfo {
 public:
  explicit SimResetInfo(hal::ResetReason reason) : reason_(reason) {}
  hal::ResetReason reason() const override { return reason_; }

 private:
  hal::ResetReason reason_;
};

}  // namespace faiwatch::posix
