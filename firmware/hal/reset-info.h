#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// Why this boot began; the words of docs/device-protocol.md. The server tells a power cut from a crash by it.
enum class ResetReason : uint8_t {
  PowerOn,
  Brownout,
  Software,
  Panic,
  Watchdog,
  External,
  DeepSleep,
  Unknown,
};

class ResetInfo {
 public:
  /// The same for the whole boot. Unknown rather than a guess: the server claims nothing from it.
  virtual ResetReason reason() const = 0;

 protected:
  ~ResetInfo() = default;
};

}  // namespace faiwatch::hal
