// Mirrors components/esp_timer/include/esp_timer.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int64_t esp_timer_get_time(void);

#ifdef __cplusplus
}
#endif
