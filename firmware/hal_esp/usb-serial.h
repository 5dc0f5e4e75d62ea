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
    /// The port takes bytes.
    There,
    /// The port has taken nothing for a while, and may only be slow.
    Doubted,
    /// Nobody has the port open, or there is no host. Output is dropped.
    Gone,
  };

  size_t send(const char* data, size_t length);

  const hal::Clock& clock_;
  Listener listener_ = Listener::There;
  uint64_t doubted_ms_ = 0;
};

}  // namespace faiwatch::esp
