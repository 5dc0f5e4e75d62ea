#pragma once

#include <stdint.h>

#include "hal/clock.h"
#include "hal/serial.h"

namespace faiwatch::esp {

/// The ESP32-S2's own USB port, as its ROM serves it (303a:0002): the vendor's console, which also restarts
/// the chip, into its loader if asked, when the host lets RTS fall.
class UsbSerial final : public hal::Serial {
 public:
  explicit UsbSerial(const hal::Clock& clock) : clock_(clock) {}

  size_t read(char* out, size_t capacity) override;
  size_t write(const char* data, size_t length) override;

 private:
  enum class Listener : uint8_t {
    /// Takes what it is given.
    There,
    /// Has taken nothing for a while: perhaps it is only slow.
    Doubted,
    /// Nobody has the port open, or there is no host. What is said is dropped.
    Gone,
  };

  size_t send(const char* data, size_t length);

  const hal::Clock& clock_;
  Listener listener_ = Listener::There;
  uint64_t doubted_ms_ = 0;
};

}  // namespace faiwatch::esp
