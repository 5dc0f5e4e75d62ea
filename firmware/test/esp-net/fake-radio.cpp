#include "fake-radio.h"

#include <stdio.h>
#include <string.h>

#include "esp_mac.h"

#include <algorithm>

struct esp_netif_obj {
  bool is_access_point;
};

namespace radio {

Radio the;

int Radio::count(const std::string& call) const {
  return static_cast<int>(std::count(calls.begin(), calls.end(), call));
}

namespace {

struct Handler {
  esp_event_handler_t function;
  void* owner;
};
Handler wifi_handler;
Handler ip_handler;
esp_netif_obj station = {false};
esp_netif_obj access_point = {true};

void post(const Handler& handler, esp_event_base_t base, int32_t id, void* data) {
  handler.function(handler.owner, base, id, data);
}

}  // namespace

void associate() {
  the.is_associated = true;
  post(wifi_handler, WIFI_EVENT, WIFI_EVENT_STA_CONNECTED, nullptr);
}

void disassociate(uint8_t reason) {
  the.is_associated = false;
  wifi_event_sta_disconnected_t event = {};
  event.reason = reason;
  post(wifi_handler, WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, &event);
}

void giveAddress(uint32_t address) {
  the.station_address.ip.addr = address;
  ip_event_got_ip_t event = {};
  event.ip_info = the.station_address;
  post(ip_handler, IP_EVENT, IP_EVENT_STA_GOT_IP, &event);
}

void loseAddress() { post(ip_handler, IP_EVENT, IP_EVENT_STA_LOST_IP, nullptr); }

void finishScan(uint32_t status) {
  the.is_list_kept = true;
  wifi_event_sta_scan_done_t event = {};
  event.status = status;
  post(wifi_handler, WIFI_EVENT, WIFI_EVENT_SCAN_DONE, &event);
}

void putInAir(const char* ssid, int8_t rssi, wifi_auth_mode_t authmode) {
  wifi_ap_record_t record = {};
  memcpy(record.ssid, ssid, strlen(ssid));
  record.rssi = rssi;
  record.authmode = authmode;
  the.found.push_back(record);
}

}  // namespace radio

using radio::the;

extern "C" {

esp_event_base_t const WIFI_EVENT = "WIFI_EVENT";
esp_event_base_t const IP_EVENT = "IP_EVENT";

esp_err_t esp_event_loop_create_default(void) { return ESP_OK; }

esp_err_t esp_event_handler_register(esp_event_base_t base, int32_t, esp_event_handler_t function,
                                     void* owner) {
  (base == WIFI_EVENT ? radio::wifi_handler : radio::ip_handler) = {function, owner};
  return ESP_OK;
}

esp_err_t esp_netif_init(void) { return ESP_OK; }
esp_err_t esp_netif_set_hostname(esp_netif_t* netif, const char* name) {
  if (!netif->is_access_point) the.host_name = name;
  return ESP_OK;
}
esp_err_t esp_read_mac(uint8_t* mac, esp_mac_type_t) {
  const uint8_t value[] = {0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0xf6};
  memcpy(mac, value, sizeof value);
  return ESP_OK;
}
esp_netif_t* esp_netif_get_handle_from_ifkey(const char* key) {
  return strcmp(key, "WIFI_AP_DEF") == 0 ? &radio::access_point : nullptr;
}
esp_err_t esp_netif_get_netif_impl_name(esp_netif_t* netif, char* name) {
  if (!the.is_access_point_up || !netif->is_access_point) return ESP_FAIL;
  strcpy(name, "ap2");
  return ESP_OK;
}
esp_netif_t* esp_netif_create_default_wifi_ap(void) { return &radio::access_point; }
esp_netif_t* esp_netif_create_default_wifi_sta(void) { return &radio::station; }

esp_err_t esp_netif_get_ip_info(esp_netif_t* netif, esp_netif_ip_info_t* out) {
  *out = netif->is_access_point ? the.portal_address : the.station_address;
  return ESP_OK;
}

esp_err_t esp_netif_set_ip_info(esp_netif_t* netif, const esp_netif_ip_info_t* info) {
  if (!netif->is_access_point || the.is_dhcp_running) return ESP_FAIL;
  the.portal_address = *info;
  return ESP_OK;
}

esp_err_t esp_netif_set_dns_info(esp_netif_t*, esp_netif_dns_type_t, esp_netif_dns_info_t* dns) {
  return dns->ip.u_addr.ip4.addr == the.portal_address.ip.addr ? ESP_OK : ESP_FAIL;
}

esp_err_t esp_netif_dhcps_option(esp_netif_t*, esp_netif_dhcp_option_mode_t,
                                 esp_netif_dhcp_option_id_t id, void* value, uint32_t length) {
  if (the.is_dhcp_running) return ESP_FAIL;
  if (id == ESP_NETIF_DOMAIN_NAME_SERVER) the.offers_dns = *static_cast<uint8_t*>(value) != 0;
  if (id == ESP_NETIF_CAPTIVEPORTAL_URI) the.portal_uri.assign(static_cast<char*>(value), length);
  return ESP_OK;
}

esp_err_t esp_netif_dhcps_start(esp_netif_t*) {
  the.is_dhcp_running = true;
  return ESP_OK;
}

esp_err_t esp_netif_dhcps_stop(esp_netif_t*) {
  the.is_dhcp_running = false;
  return ESP_OK;
}

char* esp_ip4addr_ntoa(const esp_ip4_addr_t* address, char* out, int length) {
  uint8_t bytes[4];
  memcpy(bytes, &address->addr, sizeof bytes);
  snprintf(out, static_cast<size_t>(length), "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
  return out;
}

esp_err_t esp_wifi_init(const wifi_init_config_t* config) {
  the.keeps_nothing = config->nvs_enable == 0;
  return ESP_OK;
}
esp_err_t esp_wifi_set_storage(wifi_storage_t storage) {
  return storage == WIFI_STORAGE_RAM ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_wifi_set_country_code(const char*, bool) { return ESP_OK; }

esp_err_t esp_wifi_stop(void) {
  the.calls.emplace_back("stop");
  the.is_started = false;
  return ESP_OK;
}
esp_err_t esp_wifi_start(void) {
  the.is_started = true;
  return ESP_OK;
}

esp_err_t esp_wifi_set_mode(wifi_mode_t mode) {
  if (the.set_mode == ESP_OK) the.mode = mode;
  return the.set_mode;
}

esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t* config) {
  if (interface == WIFI_IF_AP) {
    the.access_point = *config;
    return the.mode == WIFI_MODE_APSTA ? ESP_OK : ESP_FAIL;
  }
  the.station = *config;
  the.calls.push_back("set " + std::string(reinterpret_cast<char*>(config->sta.ssid)) + "/" +
                      std::string(reinterpret_cast<char*>(config->sta.password)));
  return ESP_OK;
}

esp_err_t esp_wifi_connect(void) {
  the.calls.push_back("connect");
  return ESP_OK;
}

esp_err_t esp_wifi_disconnect(void) {
  the.calls.push_back("disconnect");
  return ESP_OK;
}

esp_err_t esp_wifi_scan_start(const wifi_scan_config_t*, bool does_wait) {
  the.calls.push_back("scan");
  return does_wait ? ESP_FAIL : the.scan;
}

esp_err_t esp_wifi_scan_stop(void) {
  the.calls.push_back("stop scan");
  return ESP_OK;
}

esp_err_t esp_wifi_scan_get_ap_record(wifi_ap_record_t* out) {
  if (the.found.empty()) return ESP_FAIL;
  *out = the.found.front();
  the.found.erase(the.found.begin());
  return ESP_OK;
}

esp_err_t esp_wifi_clear_ap_list(void) {
  the.is_list_kept = false;
  return ESP_OK;
}

esp_err_t esp_wifi_ap_get_sta_list(wifi_sta_list_t* out) {
  out->num = the.clients;
  return ESP_OK;
}

esp_err_t esp_wifi_sta_get_rssi(int* out) {
  *out = the.rssi;
  return the.is_associated ? ESP_OK : ESP_FAIL;
}
}
