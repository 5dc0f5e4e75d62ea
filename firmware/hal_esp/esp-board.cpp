#include "hal_esp/esp-board.h"

#include "esp_app_desc.h"
#include "esp_heap_caps.h"
#include "esp_mac.h"
#include "esp_sleep.h"
#include "esp_system.h"
#include "esp_task_wdt.h"
#include "esp_wifi.h"
#include "sdkconfig.h"

namespace faiwatch::esp {

bool EspBoard::begin(hal::BoardKind kind) {
  info_.kind = kind;
  // The version is in the image's header, where the server reads it as well.
  info_.firmware_version = esp_app_get_description()->version;
  info_.default_server_url = CONFIG_FAIWATCH_SERVER_URL;
  return esp_read_mac(info_.mac, ESP_MAC_WIFI_STA) == ESP_OK && esp_task_wdt_add(nullptr) == ESP_OK;
}

void EspBoard::restart() { esp_restart(); }

void EspBoard::sleep(uint32_t for_ms) {
  // Deep sleep does not switch the radio off. It may not be running, so errors are ignored.
  (void)esp_wifi_stop();
  esp_sleep_enable_timer_wakeup(uint64_t{for_ms} * 1000);
  esp_deep_sleep_start();
}

void EspBoard::feedWatchdog() { esp_task_wdt_reset(); }

hal::MemoryFacts EspBoard::memory() const {
  constexpr uint32_t kKind = MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT;
  return {static_cast<uint32_t>(heap_caps_get_free_size(kKind)),
          static_cast<uint32_t>(heap_caps_get_largest_free_block(kKind))};
}

}  // namespace faiwatch::esp
