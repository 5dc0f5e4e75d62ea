#pragma once

#include "hal_esp/board-layout.h"
#include "hal_esp/boards/s2_mini/s2-parts.h"

namespace faiwatch::esp {

/// An ESP32-S2-Mini whose serial line takes the test commands.
inline constexpr BoardLayout kLayout = {
    hal::BoardKind::S2Test,
    /*led=*/{GPIO_NUM_15, true},
    /*button=*/GPIO_NUM_0,
    /*mains_pulses=*/GPIO_NUM_5,
    /*vbus=*/{GPIO_NUM_3, 3},
    /*battery=*/{GPIO_NUM_NC, 1},
    /*battery_enable=*/GPIO_NUM_NC,
};

}  // namespace faiwatch::esp
