#include "hal_esp/net/wifi-notes.h"

#include "esp_netif.h"
#include "esp_wifi.h"

namespace faiwatch::esp {

bool WifiNotes::begin() {
  notes_.begin();
  return esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, onWifi, this) == ESP_OK &&
         esp_event_handler_register(IP_EVENT, ESP_EVENT_ANY_ID, onAddress, this) == ESP_OK;
}

void WifiNotes::onWifi(void* self, esp_event_base_t, int32_t id, void* data) {
  auto& notes = *static_cast<WifiNotes*>(self);
  switch (id) {
    case WIFI_EVENT_STA_CONNECTED:
      notes.add(WifiNote::Kind::Associated, 0);
      break;
    case WIFI_EVENT_STA_DISCONNECTED:
      notes.add(WifiNote::Kind::Disassociated,
                static_cast<wifi_event_sta_disconnected_t*>(data)->reason);
      break;
    case WIFI_EVENT_SCAN_DONE:
      notes.add(WifiNote::Kind::Scanned, static_cast<wifi_event_sta_scan_done_t*>(data)->status);
      break;
    default:
      break;
  }
}

void WifiNotes::onAddress(void* self, esp_event_base_t, int32_t id, void* data) {
  auto& notes = *static_cast<WifiNotes*>(self);
  switch (id) {
    case IP_EVENT_STA_GOT_IP:
      notes.add(WifiNote::Kind::GotAddress, static_cast<ip_event_got_ip_t*>(data)->ip_info.ip.addr);
      break;
    case IP_EVENT_STA_LOST_IP:
      notes.add(WifiNote::Kind::LostAddress, 0);
      break;
    default:
      break;
  }
}

}  // namespace faiwatch::esp
