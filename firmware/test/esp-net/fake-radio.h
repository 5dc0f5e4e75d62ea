// esp_wifi and esp_netif, with what is in the air in the test's hands.
#pragma once

#include <string>
#include <vector>

#include "esp_wifi.h"

namespace radio {

struct Radio {
  wifi_mode_t mode = WIFI_MODE_NULL;
  bool is_started = false;
  bool keeps_nothing = false;
  /// What the driver was asked: `set ssid/password`, `connect`, `disconnect`, `scan`, `stop scan`.
  std::vector<std::string> calls;
  wifi_config_t station = {};
  wifi_config_t access_point = {};
  bool is_associated = false;
  int rssi = -60;
  int clients = 0;
  std::vector<wifi_ap_record_t> found;
  bool is_list_kept = false;
  esp_err_t set_mode = ESP_OK;
  esp_err_t scan = ESP_OK;
  esp_netif_ip_info_t station_address = {};
  esp_netif_ip_info_t portal_address = {};
  std::string host_name;
  std::string portal_uri;
  bool offers_dns = false;
  bool is_dhcp_running = true;
  /// Whether lwIP knows the set-up network's interface.
  bool is_access_point_up = false;

  int count(const std::string& call) const;
};

extern Radio the;

void associate();
void disassociate(uint8_t reason);
void giveAddress(uint32_t address);
void loseAddress();
void finishScan(uint32_t status);
void putInAir(const char* ssid, int8_t rssi, wifi_auth_mode_t authmode);

}  // namespace radio
