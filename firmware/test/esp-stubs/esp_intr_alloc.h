// Mirrors components/esp_hw_support/include/esp_intr_alloc.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#define ESP_INTR_FLAG_IRAM (1 << 10)
