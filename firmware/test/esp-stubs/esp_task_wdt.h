// Mirrors components/esp_system/include/esp_task_wdt.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

#ifdef __cplusplus
extern "C" {
#endif

esp_err_t esp_task_wdt_add(TaskHandle_t task_handle);
esp_err_t esp_task_wdt_reset(void);

#ifdef __cplusplus
}
#endif
