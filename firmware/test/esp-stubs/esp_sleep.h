// Mirrors components/esp_hw_support/include/esp_sleep.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdint.h>

#include "esp_err.h"
#include "hal/gpio_types.h"
#include "sdkconfig.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ESP_SLEEP_WAKEUP_UNDEFINED,
  ESP_SLEEP_WAKEUP_ALL,
  ESP_SLEEP_WAKEUP_EXT0,
  ESP_SLEEP_WAKEUP_EXT1,
  ESP_SLEEP_WAKEUP_TIMER,
  ESP_SLEEP_WAKEUP_TOUCHPAD,
  ESP_SLEEP_WAKEUP_ULP,
  ESP_SLEEP_WAKEUP_GPIO,
} esp_sleep_source_t;
typedef esp_sleep_source_t esp_sleep_wakeup_cause_t;

esp_sleep_wakeup_cause_t esp_sleep_get_wakeup_cause(void);
#if CONFIG_SOC_GPIO_SUPPORT_DEEPSLEEP_WAKEUP
typedef enum {
  ESP_GPIO_WAKEUP_GPIO_LOW = 0,
  ESP_GPIO_WAKEUP_GPIO_HIGH = 1
} esp_deepsleep_gpio_wake_up_mode_t;

esp_err_t esp_deep_sleep_enable_gpio_wakeup(uint64_t gpio_pin_mask,
                                            esp_deepsleep_gpio_wake_up_mode_t mode);
#endif
#if CONFIG_SOC_PM_SUPPORT_EXT0_WAKEUP
esp_err_t esp_sleep_enable_ext0_wakeup(gpio_num_t gpio_num, int level);
#endif
esp_err_t esp_sleep_enable_timer_wakeup(uint64_t time_in_us);
void esp_deep_sleep_start(void) __attribute__((__noreturn__));

#ifdef __cplusplus
}
#endif
