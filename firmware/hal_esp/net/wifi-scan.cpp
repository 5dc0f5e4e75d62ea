#include "hal_esp/net/wifi-scan.h"

#include <string.h>

namespace faiwatch::esp {

namespace {

/// Thirteen channels at 120 ms, some of them listened to for 360 ms, and home again in between.
constexpr uint64_t kScanMs = 12'000;

}  // namespace

bool WifiScanner::start(uint64_t now_ms) {
  if (state_ == hal::WifiScan::Running) return true;
  // All channels, hidden networks left out, the vendor's times.
  const wifi_scan_config_t config = {};
  if (esp_wifi_scan_start(&config, false) != ESP_OK) return false;
  state_ = hal::WifiScan::Running;
  give_up_ms_ = now_ms + kScanMs;
  return true;
}

void WifiScanner::stop() {
  if (state_ != hal::WifiScan::Running) return;
  esp_wifi_scan_stop();
  esp_wifi_clear_ap_list();
  state_ = hal::WifiScan::Failed;
}

void WifiScanner::onScanned(bool is_good) {
  if (state_ != hal::WifiScan::Running) return;
  if (is_good) collect();
  // The driver keeps results that were not fetched.
  esp_wifi_clear_ap_list();
  state_ = is_good ? hal::WifiScan::Done : hal::WifiScan::Failed;
}

void WifiScanner::poll(uint64_t now_ms) {
  if (state_ == hal::WifiScan::Running && now_ms >= give_up_ms_) stop();
}

bool WifiScanner::network(size_t index, hal::WifiNetwork& out) const {
  if (index >= count_) return false;
  out = networks_[index];
  return true;
}

void WifiScanner::collect() {
  count_ = 0;
  wifi_ap_record_t record = {};
  // The strongest come first, so a network with many access points keeps its nearest.
  while (count_ < kMost && esp_wifi_scan_get_ap_record(&record) == ESP_OK) {
    hal::WifiNetwork network = {};
    memcpy(network.ssid, record.ssid, sizeof network.ssid - 1);
    if (network.ssid[0] == '\0' || isKnown(network.ssid)) continue;
    network.rssi = record.rssi;
    network.is_open = record.authmode == WIFI_AUTH_OPEN || record.authmode == WIFI_AUTH_OWE;
    networks_[count_++] = network;
  }
}

bool WifiScanner::isKnown(const char* ssid) const {
  for (size_t i = 0; i < count_; i++) {
    if (strcmp(networks_[i].ssid, ssid) == 0) return true;
  }
  return false;
}

}  // namespace faiwatch::esp
