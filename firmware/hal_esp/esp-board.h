#pragma once

#include "hal/board.h"

namespace faiwatch::esp {

class EspBoard final : public hal::Board {
 public:
  /// Reads the MAC, and puts the calling task under the task watchdog, which it must feed from then on.
  /// @returns false when one of them cannot be done
  bool begin(hal::BoardKind kind);

  const hal::BoardInfo& info() const override { return info_; }
  void restart() override;
  void sleep(uint32_t for_ms) override;
  void feedWatchdog() override;
  hal::MemoryFacts memory() const override;

 private:
  hal::BoardInfo info_ = {};
};

}  // namespace faiwatch::esp
