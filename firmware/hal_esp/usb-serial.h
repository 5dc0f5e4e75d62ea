#pragma once

#include <stdint.h>

#include "hal/clock.h"
#include "hal/serial.h"
#include "hal_esp/usb-port.h"

namespace faiwatch::esp {

/// The USB port of a chip that has one (usb-port.h), and whether anybody listens there.
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
