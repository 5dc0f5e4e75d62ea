// Mirrors components/esp_hw_support/include/esp_mac.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdint.h>

#include "esp_err.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ESP_MAC_WIFI_STA,
  ESP_MAC_WIFI_SOFTAP,
  ESP_MAC_BT,
  ESP_MAC_ETH,
  ESP_MAC_IEEE802154,
  ESP_MAC_BASE,
  ESP_MAC_EFUSE_FACTORY,
  ESP_MAC_EFUSE_CUSTOM,
  ESP_MAC_EFUSE_EXT,
} esp_mac_type_t;

esp_err_t esp_read_mac(uint8_t* mac, esp_mac_type_t type);

#ifdef __cplusplus
}
#endif
