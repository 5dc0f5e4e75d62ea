#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// Why this boot began; the words of docs/device-protocol.md. The server uses it to tell a power cut from a crash.
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
  /// The same for the whole boot. Unknown is better than a guess: the server concludes nothing from it.
  virtual ResetReason reason() const = 0;
  /// Whether the mains ended the deep sleep before this boot (MainsInput::wakeOnMains), not time.
  virtual bool wasWokenByMains() const = 0;

 protected:
  ~ResetInfo() = default;
};

}  // namespace faiwatch::hal
