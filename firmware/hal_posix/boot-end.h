#pragma once

#include <stdint.h>

namespace faiwatch::posix {

/// How a boot ends, and so how the next one begins.
enum class BootEnd : uint8_t {
  Restart,
  Panic,
  Watchdog,
  Brownout,
  PowerLost,
  External,
  Sleep,
};

/// Thrown where a boot ends in the middle of something: as on a board, nothing after that point happens. Core
/// neither throws nor catches; the desk catches it.
struct BootEnded {
  BootEnd end;
};

}  // namespace faiwatch::posix
