#pragma once

#include "hal/clock.h"
#include "hal_esp/no-display.h"
#include "hal_esp/usb-serial.h"

namespace faiwatch::esp {

/// What only boards with an ESP32-S2 have: its own USB.
struct BoardParts {
  explicit BoardParts(const hal::Clock& clock) : serial(clock) {}

  void begin() { beginUsb(); }

  UsbSerial serial;
  NoDisplay display;
};

}  // namespace faiwatch::esp
