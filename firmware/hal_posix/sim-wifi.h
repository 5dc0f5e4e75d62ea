#pragma once

#include <stdint.h>

#include <vector>

#include "hal/clock.h"
#include "hal/wifi.h"
#include "hal_posix/uplink.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Station and set-up network among the simulated networks; data goes over the computer's own network.
class SimWifi final : public hal::Wifi, public Uplink {
 public:
  SimWifi(const World& world, const hal::Clock& clock) : world_(world), clock_(clock) {}

  void connect(const char* ssid, const char* passphrase) override;
  void disconnect() override;
  hal::WifiState state() const override { return state_; }
  hal::WifiFailure failure() const override { return failure_; }
  bool rssi(int8_t& out) const override;
  void address(char (&out)[16]) const override;
  bool startScan() override;
  hal::WifiScan scan() const override { return scan_; }
  size_t networkCount() const override { return found_.size(); }
  bool network(size_t index, hal::WifiNetwork& out) const override;
  bool startAccessPoint(const char* ssid, const char* passphrase) override;
  void stopAccessPoint() override;
  uint8_t accessPointClients() const override;
  void restart() override { disconnect(); }
  /// The radio has lost its power, so the access point hears no leave.
  void powerOff() { state_ = hal::WifiState::Idle; }
  void poll() override;

  bool carries() const override;
  uint32_t association() const override { return association_; }

 private:
  const SimNetwork* findNetwork() const;
  void finishAttempt();
  void finishScan();
  void fail(hal::WifiFailure failure);

  const World& world_;
  const hal::Clock& clock_;
  hal::WifiState state_ = hal::WifiState::Idle;
  hal::WifiFailure failure_ = hal::WifiFailure::None;
  hal::WifiScan scan_ = hal::WifiScan::Idle;
  char ssid_[33] = {};
  char passphrase_[65] = {};
  uint64_t attempt_ends_ms_ = 0;
  uint64_t scan_ends_ms_ = 0;
  /// When the network was last heard.
  uint64_t heard_ms_ = 0;
  uint32_t association_ = 0;
  bool is_access_point_ = false;
  std::vector<hal::WifiNetwork> found_;
};

}  // namespace faiwatch::posix
