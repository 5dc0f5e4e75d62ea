#pragma once

#include "hal/clock.h"
#include "hal_esp/board-layout.h"
#include "hal_esp/no-display.h"
#include "hal_esp/usb-serial.h"

namespace faiwatch::esp {

/// ESP32-C3 SuperMini, and boards like it. Taken already: USB 18 and 19, flash 11 to 17, strapping 2, 8
/// and 9. The inputs lie where the S2-Mini has them.
inline constexpr BoardLayout kLayout = {
    hal::BoardKind::C3Mini,
    /*led=*/{GPIO_NUM_8, false},
    /*button=*/GPIO_NUM_9,
    /*mains_pulses=*/GPIO_NUM_5,
    // 200 kΩ above 100 kΩ: 5 V give 1.67 V. ADC1 is GPIO0 to 4.
    /*vbus=*/{GPIO_NUM_3, 3},
    /*battery=*/{GPIO_NUM_NC, 1},
    /*battery_enable=*/GPIO_NUM_NC,
};

struct BoardParts {
  explicit BoardParts(const hal::Clock& clock) : serial(clock) {}

  void begin() { beginUsb(); }

  UsbSerial serial;
  NoDisplay display;
};

}  // namespace faiwatch::esp
