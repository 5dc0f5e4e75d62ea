#pragma once

#include "hal/clock.h"
#include "hal_esp/board-layout.h"
#include "hal_esp/st7789-display.h"
#include "hal_esp/uart-serial.h"

namespace faiwatch::esp {

/// LilyGO T-Display. Taken already: display 4, 5, 16, 18, 19 and 23, UART0 1 and 3, strapping 0, 2, 5, 12
/// and 15. GPIO36 and 39 would be free but see edges of their own while the ADC works (erratum 3.11).
inline constexpr BoardLayout kLayout = {
    hal::BoardKind::TDisplay,
    /*led=*/{GPIO_NUM_NC, true},
    /*button=*/GPIO_NUM_0,
    /*mains_pulses=*/GPIO_NUM_27,
    /*vbus=*/{GPIO_NUM_33, 3},
    // The board's own divider, 100 kΩ and 100 kΩ.
    /*battery=*/{GPIO_NUM_34, 2},
    /*battery_enable=*/GPIO_NUM_14,
};

inline constexpr DisplayPins kDisplayPins = {
    /*mosi=*/GPIO_NUM_19, /*clock=*/GPIO_NUM_18, /*select=*/GPIO_NUM_5,
    /*data=*/GPIO_NUM_16, /*reset=*/GPIO_NUM_23, /*backlight=*/GPIO_NUM_4,
};

struct BoardParts {
  explicit BoardParts(const hal::Clock&) : display(kDisplayPins) {}

  /// A failure here is ignored: the board can watch the mains without a display.
  void begin() {
    serial.begin();
    display.begin();
  }

  UartSerial serial;
  St7789Display display;
};

}  // namespace faiwatch::esp
