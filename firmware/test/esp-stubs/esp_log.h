// Mirrors components/log/include/esp_log.h and what it includes, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>

#include "sdkconfig.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ESP_LOG_NONE,
  ESP_LOG_ERROR,
  ESP_LOG_WARN,
  ESP_LOG_INFO,
  ESP_LOG_DEBUG,
  ESP_LOG_VERBOSE
} esp_log_level_t;

void esp_log_level_set(const char* tag, esp_log_level_t level);

void esp_log_write(esp_log_level_t level, const char* tag, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// The vendor's forms add level letter and time; here only the format is checked.
#define ESP_LOG_LEVEL_LOCAL(level, tag, format, ...) \
  esp_log_write(level, tag, format "\n", ##__VA_ARGS__)
#define ESP_LOGE(tag, format, ...) ESP_LOG_LEVEL_LOCAL(ESP_LOG_ERROR, tag, format, ##__VA_ARGS__)
#define ESP_LOGW(tag, format, ...) ESP_LOG_LEVEL_LOCAL(ESP_LOG_WARN, tag, format, ##__VA_ARGS__)
#define ESP_LOGI(tag, format, ...) ESP_LOG_LEVEL_LOCAL(ESP_LOG_INFO, tag, format, ##__VA_ARGS__)
#define ESP_LOGD(tag, format, ...) ESP_LOG_LEVEL_LOCAL(ESP_LOG_DEBUG, tag, format, ##__VA_ARGS__)

#ifdef __cplusplus
}
#endif
