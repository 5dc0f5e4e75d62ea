#pragma once

#include "hal_esp/board-layout.h"
#include "hal_esp/boards/s2_mini/s2-parts.h"

namespace faiwatch::esp {

/// ESP32-S2-Mini. Taken already: USB 19 and 20, PSRAM 26, strapping 0, 45 and 46.
inline constexpr BoardLayout kLayout = {
    hal::BoardKind::S2Mini,
    /*led=*/{GPIO_NUM_15, true},
    /*button=*/GPIO_NUM_0,
    /*mains_pulses=*/GPIO_NUM_5,
    // 200 kΩ above 100 kΩ: 5 V give 1.67 V, in the middle of what the ADC measures well.
    /*vbus=*/{GPIO_NUM_3, 3},
    /*battery=*/{GPIO_NUM_NC, 1},
    /*battery_enable=*/GPIO_NUM_NC,
};

}  // namespace faiwatch::esp
