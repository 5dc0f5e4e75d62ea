#include "hal_esp/net/esp-wifi.h"

#include "core/device-names.h"
#include "esp_event.h"
#include "esp_mac.h"
#include "hal_esp/net/text-field.h"

namespace faiwatch::esp {

namespace {

/// A router that is booting answers late.
constexpr uint64_t kAddressMs = 12'000;
constexpr uint64_t kLeaveMs = 1'000;
/// The driver reports the end of every attempt, and core gives up before this.
constexpr uint64_t kJoinMs = 60'000;
constexpr uint64_t kLookMs = 1'000;

hal::WifiFailure failureOf(uint32_t reason) {
  switch (reason) {
    case WIFI_REASON_NO_AP_FOUND:
    case WIFI_REASON_NO_AP_FOUND_IN_RSSI_THRESHOLD:
      return hal::WifiFailure::NetworkNotFound;
    case WIFI_REASON_MIC_FAILURE:
    case WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT:
    case WIFI_REASON_802_1X_AUTH_FAILED:
    case WIFI_REASON_AUTH_FAIL:
    case WIFI_REASON_HANDSHAKE_TIMEOUT:
    // The network needs a password and none is given, or the other way round.
    case WIFI_REASON_NO_AP_FOUND_W_COMPATIBLE_SECURITY:
    case WIFI_REASON_NO_AP_FOUND_IN_AUTHMODE_THRESHOLD:
      return hal::WifiFailure::WrongPassword;
    default:
      return hal::WifiFailure::Other;
  }
}

}  // namespace

bool EspWifi::begin() {
  if (esp_netif_init() != ESP_OK || esp_event_loop_create_default() != ESP_OK) return false;
  netif_ = esp_netif_create_default_wifi_sta();
  if (netif_ == nullptr || !access_point_.begin()) return false;
  uint8_t mac[6];
  if (esp_read_mac(mac, ESP_MAC_WIFI_STA) == ESP_OK) {
    // The vendor copies it.
    (void)esp_netif_set_hostname(netif_, makeHostName(mac).c_str());
  }
  wifi_init_config_t init = WIFI_INIT_CONFIG_DEFAULT();
  // Core keeps the configuration; what the driver stored by itself would only wear the flash.
  init.nvs_enable = 0;
  if (esp_wifi_init(&init) != ESP_OK || esp_wifi_set_storage(WIFI_STORAGE_RAM) != ESP_OK ||
      !notes_.begin() || esp_wifi_set_mode(WIFI_MODE_STA) != ESP_OK) {
    return false;
  }
  // Thailand uses channels 12 and 13; elsewhere the router tells the rules. Some versions of the driver do not know
  // the code, and a board without these channels is better than none.
  (void)esp_wifi_set_country_code("TH", true);
  return esp_wifi_start() == ESP_OK;
}

void EspWifi::connect(const char* ssid, const char* passphrase) {
  config_ = {};
  wifi_sta_config_t& sta = config_.sta;
  fillField(sta.ssid, ssid);
  fillField(sta.password, passphrase);
  const bool is_open = passphrase[0] == '\0';
  sta.threshold.authmode = is_open ? WIFI_AUTH_OPEN : WIFI_AUTH_WPA_PSK;
  sta.owe_enabled = is_open ? 1 : 0;
  sta.sae_pwe_h2e = WPA3_SAE_PWE_BOTH;
  // Chooses the strongest access point, not the first that answers.
  sta.scan_method = WIFI_ALL_CHANNEL_SCAN;
  sta.sort_method = WIFI_CONNECT_AP_BY_SIGNAL;
  state_ = hal::WifiState::Connecting;
  failure_ = hal::WifiFailure::None;
  has_next_ = true;
  if (phase_ == Phase::Off) {
    join();
  } else {
    leave();
  }
}

void EspWifi::disconnect() {
  state_ = hal::WifiState::Idle;
  failure_ = hal::WifiFailure::None;
  has_next_ = false;
  if (phase_ != Phase::Off) leave();
}

bool EspWifi::rssi(int8_t& out) const {
  if (phase_ != Phase::Connected) return false;
  out = rssi_;
  return true;
}

void EspWifi::address(char (&out)[16]) const {
  out[0] = '\0';
  if (phase_ != Phase::Connected) return;
  const esp_ip4_addr_t address = {address_};
  esp_ip4addr_ntoa(&address, out, sizeof out);
}

bool EspWifi::startScan() {
  const bool is_steady = phase_ == Phase::Off || phase_ == Phase::Connected;
  return is_steady && scanner_.start(clock_.nowMs());
}

void EspWifi::poll() {
  WifiNote note;
  while (notes_.take(note)) take(note);
  const uint64_t now_ms = clock_.nowMs();
  scanner_.poll(now_ms);
  watchPhase();
  if (now_ms < next_look_ms_) return;
  next_look_ms_ = now_ms + kLookMs;
  look();
}

void EspWifi::restart() {
  scanner_.stop();
  has_next_ = false;
  goTo(Phase::Off, 0);
  state_ = hal::WifiState::Idle;
  failure_ = hal::WifiFailure::None;
  // If the driver does not stop or start, only a restart of the board helps.
  if (esp_wifi_stop() == ESP_OK) (void)esp_wifi_start();
}

void EspWifi::join() {
  has_next_ = false;
  scanner_.stop();
  if (esp_wifi_set_config(WIFI_IF_STA, &config_) != ESP_OK || esp_wifi_connect() != ESP_OK) {
    goTo(Phase::Off, 0);
    fail(hal::WifiFailure::Other);
    return;
  }
  goTo(Phase::Joining, kJoinMs);
}

/// Waits for the old attempt to end, so that its end is not taken for that of the new one.
void EspWifi::leave() {
  if (phase_ == Phase::Leaving) return;
  esp_wifi_disconnect();
  goTo(Phase::Leaving, kLeaveMs);
}

void EspWifi::goTo(Phase phase, uint64_t lasts_ms) {
  phase_ = phase;
  due_ms_ = clock_.nowMs() + lasts_ms;
}

void EspWifi::fail(hal::WifiFailure failure) {
  state_ = hal::WifiState::Failed;
  failure_ = failure;
}

void EspWifi::take(const WifiNote& note) {
  switch (note.kind) {
    case WifiNote::Kind::Associated:
      if (phase_ == Phase::Joining) goTo(Phase::Addressing, kAddressMs);
      return;
    case WifiNote::Kind::Disassociated:
      return onDisassociated(note.value);
    case WifiNote::Kind::GotAddress:
      return onAddress(note.value);
    case WifiNote::Kind::LostAddress:
      // The driver repeats this two minutes after a loss, when there may be a new connection.
      if (phase_ != Phase::Connected || hasAddress()) return;
      fail(hal::WifiFailure::Lost);
      return leave();
    case WifiNote::Kind::Scanned:
      return scanner_.onScanned(note.value == 0);
  }
}

void EspWifi::onDisassociated(uint32_t reason) {
  switch (phase_) {
    case Phase::Off:
      return;
    case Phase::Joining:
      // A late note that we left an earlier network.
      if (reason == WIFI_REASON_ASSOC_LEAVE) return;
      goTo(Phase::Off, 0);
      return fail(failureOf(reason));
    case Phase::Addressing:
    case Phase::Connected:
      goTo(Phase::Off, 0);
      return fail(hal::WifiFailure::Lost);
    case Phase::Leaving:
      goTo(Phase::Off, 0);
      if (has_next_) join();
      return;
  }
}

void EspWifi::onAddress(uint32_t address) {
  const bool is_expected = phase_ == Phase::Addressing || phase_ == Phase::Connected;
  if (!is_expected) return;
  address_ = address;
  if (phase_ == Phase::Connected) return;
  goTo(Phase::Connected, 0);
  state_ = hal::WifiState::Connected;
  // So that the first heartbeat knows the signal.
  next_look_ms_ = 0;
}

void EspWifi::watchPhase() {
  if (clock_.nowMs() < due_ms_) return;
  switch (phase_) {
    case Phase::Off:
    case Phase::Connected:
      return;
    case Phase::Joining:
      fail(hal::WifiFailure::Other);
      return leave();
    case Phase::Addressing:
      fail(hal::WifiFailure::NoAddress);
      return leave();
    case Phase::Leaving:
      // The station was not connected.
      goTo(Phase::Off, 0);
      if (has_next_) join();
      return;
  }
}

void EspWifi::look() {
  access_point_.look();
  if (phase_ != Phase::Connected) return;
  int rssi = 0;
  if (esp_wifi_sta_get_rssi(&rssi) == ESP_OK) {
    rssi_ = static_cast<int8_t>(rssi);
    return;
  }
  // The station is no longer associated, and the note of that was lost.
  fail(hal::WifiFailure::Lost);
  leave();
}

bool EspWifi::hasAddress() const {
  esp_netif_ip_info_t info = {};
  return esp_netif_get_ip_info(netif_, &info) == ESP_OK && info.ip.addr != 0;
}

}  // namespace faiwatch::esp
