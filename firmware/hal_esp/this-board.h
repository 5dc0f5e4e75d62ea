#pragma once

/// The board this firmware is built for (menuconfig: FaiWatch). Each has a `kLayout` and a `BoardParts`.

#include "sdkconfig.h"

#if defined(CONFIG_FAIWATCH_BOARD_T_DISPLAY)
#include "hal_esp/boards/t_display/board.h"
#elif defined(CONFIG_FAIWATCH_BOARD_S2_TEST)
#include "hal_esp/boards/s2_test/board.h"
#elif defined(CONFIG_FAIWATCH_BOARD_S2_MINI)
#include "hal_esp/boards/s2_mini/board.h"
#elif defined(CONFIG_FAIWATCH_BOARD_C3_MINI)
#include "hal_esp/boards/c3_mini/board.h"
#else
#error "no board is chosen"
#endif
