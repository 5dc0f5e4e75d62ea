#include "hal_esp/net/access-point.h"

#include "esp_wifi.h"
#include "hal_esp/net/text-field.h"

namespace faiwatch::esp {

namespace {

/// The DHCP server keeps the address of this text, not its bytes (RFC 8910, option 114).
char portal_uri[] = "http://4.3.2.1/";
constexpr uint8_t kMostClients = 4;
/// The channel without a station. With one, the radio is on the router's channel.
constexpr uint8_t kChannel = 6;

}  // namespace

bool isInSetupNetwork(const sockaddr_in& peer) {
  return (htonl(peer.sin_addr.s_addr) ^ kSetupAddress) >> 8 == 0;
}

bool findSetupInterface(ifreq& out) {
  out = {};
  esp_netif_t* const netif = esp_netif_get_handle_from_ifkey("WIFI_AP_DEF");
  return netif != nullptr && esp_netif_get_netif_impl_name(netif, out.ifr_name) == ESP_OK;
}

bool AccessPoint::begin() {
  netif_ = esp_netif_create_default_wifi_ap();
  return netif_ != nullptr && setUp();
}

bool AccessPoint::setUp() {
  esp_netif_ip_info_t address = {};
  address.ip.addr = ESP_IP4TOADDR(4, 3, 2, 1);
  address.gw.addr = address.ip.addr;
  address.netmask.addr = ESP_IP4TOADDR(255, 255, 255, 0);
  esp_netif_dns_info_t dns = {};
  dns.ip.u_addr.ip4.addr = address.ip.addr;
  dns.ip.type = ESP_IPADDR_TYPE_V4;
  uint8_t offers_dns = 1;
  // The DHCP server accepts address and options only while it is stopped. Started before the interface is up, it
  // waits for it.
  const esp_err_t stopped = esp_netif_dhcps_stop(netif_);
  if (stopped != ESP_OK && stopped != ESP_ERR_ESP_NETIF_DHCP_ALREADY_STOPPED) return false;
  if (esp_netif_set_ip_info(netif_, &address) != ESP_OK) return false;
  // Any one of these is enough for phones to find the portal, so a failure must not keep the board from starting.
  esp_netif_set_dns_info(netif_, ESP_NETIF_DNS_MAIN, &dns);
  esp_netif_dhcps_option(netif_, ESP_NETIF_OP_SET, ESP_NETIF_DOMAIN_NAME_SERVER, &offers_dns,
                         sizeof offers_dns);
  esp_netif_dhcps_option(netif_, ESP_NETIF_OP_SET, ESP_NETIF_CAPTIVEPORTAL_URI, portal_uri,
                         sizeof portal_uri - 1);
  return esp_netif_dhcps_start(netif_) == ESP_OK;
}

bool AccessPoint::start(const char* ssid, const char* passphrase) {
  wifi_config_t config = {};
  config.ap.ssid_len = static_cast<uint8_t>(fillField(config.ap.ssid, ssid));
  config.ap.channel = kChannel;
  fillField(config.ap.password, passphrase);
  config.ap.authmode = WIFI_AUTH_WPA2_PSK;
  config.ap.pairwise_cipher = WIFI_CIPHER_TYPE_CCMP;
  config.ap.max_connection = kMostClients;
  // The name can be set only in a mode with an access point.
  is_wanted_ = esp_wifi_set_mode(WIFI_MODE_APSTA) == ESP_OK;
  is_open_ = is_wanted_;
  if (is_wanted_ && esp_wifi_set_config(WIFI_IF_AP, &config) == ESP_OK) return true;
  stop();
  return false;
}

void AccessPoint::stop() {
  is_wanted_ = false;
  clients_ = 0;
  if (is_open_) is_open_ = esp_wifi_set_mode(WIFI_MODE_STA) != ESP_OK;
}

void AccessPoint::look() {
  // The network is no longer wanted, so a failure here does not matter.
  if (!is_wanted_) return stop();
  wifi_sta_list_t stations = {};
  if (esp_wifi_ap_get_sta_list(&stations) == ESP_OK) clients_ = static_cast<uint8_t>(stations.num);
}

}  // namespace faiwatch::esp
