#include "hal_posix/sim-wifi.h"

#include <stdio.h>
#include <string.h>

#include <algorithm>

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

// About what boards need, by their own clock.
constexpr uint64_t kJoinMs = 800;
constexpr uint64_t kRefusalMs = 1500;
constexpr uint64_t kSearchMs = 2500;
constexpr uint64_t kAddressMs = 5000;
constexpr uint64_t kScanMs = 1500;
/// Without a beacon for so long the network counts as lost.
constexpr uint64_t kBeaconMs = 1000;

const char* failureName(hal::WifiFailure failure) {
  switch (failure) {
    case hal::WifiFailure::None:
      return "none";
    case hal::WifiFailure::NetworkNotFound:
      return "network_not_found";
    case hal::WifiFailure::WrongPassword:
      return "wrong_password";
    case hal::WifiFailure::NoAddress:
      return "no_address";
    case hal::WifiFailure::Lost:
      return "lost";
    case hal::WifiFailure::Other:
      break;
  }
  return "other";
}

}  // namespace

void SimWifi::connect(const char* ssid, const char* passphrase) {
  snprintf(ssid_, sizeof ssid_, "%s", ssid);
  snprintf(passphrase_, sizeof passphrase_, "%s", passphrase);
  state_ = hal::WifiState::Connecting;
  failure_ = hal::WifiFailure::None;
  const SimNetwork* network = findNetwork();
  const uint64_t lasts = network == nullptr                              ? kSearchMs
                         : strcmp(network->passphrase, passphrase_) != 0 ? kRefusalMs
                         : world_.air == Air::NoAddress                  ? kAddressMs
                                                                         : kJoinMs;
  attempt_ends_ms_ = clock_.nowMs() + lasts;
  LogLine(world_.log, "wifi").text("state", "connecting").text("ssid", ssid_);
}

void SimWifi::disconnect() {
  if (state_ == hal::WifiState::Idle) return;
  state_ = hal::WifiState::Idle;
  failure_ = hal::WifiFailure::None;
  LogLine(world_.log, "wifi").text("state", "idle");
}

bool SimWifi::rssi(int8_t& out) const {
  const SimNetwork* network = findNetwork();
  if (state_ != hal::WifiState::Connected || network == nullptr) return false;
  out = network->rssi;
  return true;
}

void SimWifi::address(char (&out)[16]) const {
  strcpy(out, state_ == hal::WifiState::Connected ? "192.168.1.50" : "");
}

bool SimWifi::startScan() {
  if (state_ == hal::WifiState::Connecting) return false;
  scan_ = hal::WifiScan::Running;
  scan_ends_ms_ = clock_.nowMs() + kScanMs;
  return true;
}

bool SimWifi::network(size_t index, hal::WifiNetwork& out) const {
  if (index >= found_.size()) return false;
  out = found_[index];
  return true;
}

bool SimWifi::startAccessPoint(const char* ssid, const char* passphrase) {
  is_access_point_ = true;
  LogLine(world_.log, "access_point")
      .text("state", "open")
      .text("ssid", ssid)
      .text("passphrase", passphrase);
  return true;
}

void SimWifi::stopAccessPoint() {
  if (is_access_point_) LogLine(world_.log, "access_point").text("state", "closed");
  is_access_point_ = false;
}

uint8_t SimWifi::accessPointClients() const {
  return is_access_point_ ? world_.portal_clients : uint8_t{0};
}

void SimWifi::poll() {
  const uint64_t now = clock_.nowMs();
  if (scan_ == hal::WifiScan::Running && now >= scan_ends_ms_) finishScan();
  if (state_ == hal::WifiState::Connecting && now >= attempt_ends_ms_) finishAttempt();
  if (state_ != hal::WifiState::Connected) return;
  if (findNetwork() != nullptr) {
    heard_ms_ = now;
  } else if (now - heard_ms_ >= kBeaconMs) {
    fail(hal::WifiFailure::Lost);
  }
}

bool SimWifi::carries() const {
  return state_ == hal::WifiState::Connected && findNetwork() != nullptr && world_.has_internet;
}

const SimNetwork* SimWifi::findNetwork() const {
  if (world_.air == Air::Silence) return nullptr;
  for (size_t i = 0; i < world_.network_count; i++) {
    if (strcmp(world_.networks[i].ssid, ssid_) == 0) return &world_.networks[i];
  }
  return nullptr;
}

void SimWifi::finishAttempt() {
  const SimNetwork* network = findNetwork();
  if (network == nullptr) return fail(hal::WifiFailure::NetworkNotFound);
  if (strcmp(network->passphrase, passphrase_) != 0) return fail(hal::WifiFailure::WrongPassword);
  if (world_.air == Air::NoAddress) return fail(hal::WifiFailure::NoAddress);
  state_ = hal::WifiState::Connected;
  heard_ms_ = clock_.nowMs();
  association_++;
  LogLine(world_.log, "wifi").text("state", "connected").text("ssid", ssid_);
}

void SimWifi::finishScan() {
  found_.clear();
  if (world_.air != Air::Silence) {
    for (size_t i = 0; i < world_.network_count; i++) {
      const SimNetwork& network = world_.networks[i];
      hal::WifiNetwork seen = {};
      strcpy(seen.ssid, network.ssid);
      seen.rssi = network.rssi;
      seen.is_open = network.passphrase[0] == '\0';
      found_.push_back(seen);
    }
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const auto& a, const auto& b) { return a.rssi > b.rssi; });
  scan_ = hal::WifiScan::Done;
}

void SimWifi::fail(hal::WifiFailure failure) {
  state_ = hal::WifiState::Failed;
  failure_ = failure;
  LogLine(world_.log, "wifi").text("state", "failed").text("failure", failureName(failure));
}

}  // namespace faiwatch::posix
