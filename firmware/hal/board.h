#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// The server's device types; docs/hardware.md says what each can detect.
enum class BoardKind : uint8_t {
  S2Mini,
  TDisplay,
  /// An S2-Mini with the serial test commands.
  S2Test,
  C3Mini,
};

/// Facts that are fixed when the firmware is built or the board is made.
struct BoardInfo {
  BoardKind kind;
  /// Station MAC; device_id and the name of the set-up network derive from it.
  uint8_t mac[6];
  /// `major.minor.patch`, at most 31 characters.
  const char* firmware_version;
  /// Used until server_url is configured; empty: it must be configured.
  const char* default_server_url;
};

/// Bytes of internal RAM; 0: not known.
struct MemoryFacts {
  uint32_t free;
  uint32_t largest_block;
};

/// The board as a whole.
class Board {
 public:
  virtual const BoardInfo& info() const = 0;
  /// Does not return on a board. In tests and in simdevice it may; the core then does nothing more.
  virtual void restart() = 0;
  /// Deep sleep: everything but the clock is off, and memory is lost. Sleep ends after this time, or earlier if
  /// MainsInput was asked to wake the board. The boot after it has the reason DeepSleep. Returns as restart() does.
  virtual void sleep(uint32_t for_ms) = 0;
  /// Called once per tick. A loop that hangs is then restarted with reason Watchdog.
  virtual void feedWatchdog() = 0;
  virtual MemoryFacts memory() const = 0;

 protected:
  ~Board() = default;
};

}  // namespace faiwatch::hal
