// Mirrors components/nvs_flash/include/nvs_flash.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include "nvs.h"

#ifdef __cplusplus
extern "C" {
#endif

esp_err_t nvs_flash_init(void);
esp_err_t nvs_flash_erase(void);

#ifdef __cplusplus
}
#endif
