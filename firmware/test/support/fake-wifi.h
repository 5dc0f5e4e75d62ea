#pragma once

#include <string.h>

#include <string>
#include <vector>

#include "hal/wifi.h"
#include "support/heap-watch.h"

/// A station that joins the one network there is if it is there and the password is right.
struct FakeWifi : faiwatch::hal::Wifi {
  using State = faiwatch::hal::WifiState;
  using Failure = faiwatch::hal::WifiFailure;
  using Scan = faiwatch::hal::WifiScan;

  void connect(const char* ssid, const char* passphrase) override {
    heap::Pause pause;
    attempts++;
    asked_ssid = ssid;
    asked_pass = passphrase;
    current = State::Connecting;
    was_router_up = is_router_up;
    polls_left = is_router_up && join_polls > 0 ? join_polls : connect_polls;
  }
  void disconnect() override {
    current = State::Idle;
    disconnects++;
  }
  State state() const override { return current; }
  Failure failure() const override { return last_failure; }
  bool rssi(int8_t& out) const override {
    if (current != State::Connected) return false;
    out = signal;
    return true;
  }
  void address(char (&out)[16]) const override {
    strcpy(out, current == State::Connected ? "192.168.1.7" : "");
  }
  bool startScan() override {
    if (current == State::Connecting || fails_scan) return false;
    scans++;
    scan_state = next_scan;
    return true;
  }
  Scan scan() const override { return scan_state; }
  size_t networkCount() const override { return networks.size(); }
  bool network(size_t index, faiwatch::hal::WifiNetwork& out) const override {
    if (index >= networks.size()) return false;
    out = networks[index];
    return true;
  }
  bool startAccessPoint(const char* ssid, const char* passphrase) override {
    heap::Pause pause;
    if (fails_ap) return false;
    ap_ssid = ssid;
    ap_pass = passphrase;
    is_ap_on = true;
    return true;
  }
  void stopAccessPoint() override { is_ap_on = false; }
  uint8_t accessPointClients() const override { return ap_clients; }

  void restart() override {
    current = State::Idle;
    restarts++;
  }

  void poll() override {
    if (current == State::Connected && !is_router_up) {
      current = State::Failed;
      last_failure = Failure::Lost;
    }
    if (current != State::Connecting || never_answers || --polls_left > 0) return;
    current = State::Failed;
    if (!is_router_up || !was_router_up || asked_ssid != router_ssid) {
      last_failure = Failure::NetworkNotFound;
    } else if (asked_pass != router_pass) {
      last_failure = Failure::WrongPassword;
    } else {
      current = State::Connected;
      last_failure = Failure::None;
    }
  }

  void addNetwork(const char* ssid, int8_t strength, bool is_open) {
    faiwatch::hal::WifiNetwork found = {};
    strncpy(found.ssid, ssid, 32);
    found.rssi = strength;
    found.is_open = is_open;
    networks.push_back(found);
  }

  std::string router_ssid = "Home";
  std::string router_pass = "correct horse";
  bool is_router_up = true;
  bool never_answers = false;
  bool fails_scan = false;
  bool fails_ap = false;
  int connect_polls = 20;
  /// Of a try that succeeds; 0: as many.
  int join_polls = 0;
  int8_t signal = -61;

  State current = State::Idle;
  Failure last_failure = Failure::None;
  Scan scan_state = Scan::Idle;
  /// What becomes of one that is begun.
  Scan next_scan = Scan::Done;
  std::vector<faiwatch::hal::WifiNetwork> networks;
  std::string asked_ssid;
  std::string asked_pass;
  std::string ap_ssid;
  std::string ap_pass;
  bool is_ap_on = false;
  uint8_t ap_clients = 0;
  int attempts = 0;
  int disconnects = 0;
  int scans = 0;
  int restarts = 0;
  int polls_left = 0;
  /// When the try began: what is not heard then is not found.
  bool was_router_up = true;
};
