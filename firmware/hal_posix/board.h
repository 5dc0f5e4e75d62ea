#pragma once

#include <string>

#include "hal/board.h"
#include "hal/reset-info.h"
#include "hal_posix/options.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// What a boot begins with.
struct BootCause {
  hal::ResetReason reason;
  uint8_t mac[6];
  /// The board's end of the serial cable.
  int cable;
};

/// The board from reset to its end: boot loader, then the firmware. Runs in a process of its own.
[[noreturn]] void runBoard(const Options& options, World& world, const BootCause& cause);

}  // namespace faiwatch::posix
