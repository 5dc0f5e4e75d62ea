#pragma once

#include "hal/serial.h"

namespace faiwatch::esp {

/// UART0 at 115200 8N1, behind the board's USB bridge. It cannot tell whether anybody listens and sends everything.
class UartSerial final : public hal::Serial {
 public:
  bool begin();

  size_t read(char* out, size_t capacity) override;
  size_t write(const char* data, size_t length) override;
};

}  // namespace faiwatch::esp
