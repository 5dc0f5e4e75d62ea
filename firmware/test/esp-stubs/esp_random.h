// Mirrors components/esp_hw_support/include/esp_random.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t esp_random(void);

#ifdef __cplusplus
}
#endif
