#include "core/wifi-policy.h"

namespace faiwatch {

namespace {

constexpr uint32_t kFirstWaitMs = 1'000;
constexpr uint32_t kMostWaitMs = 8'000;
constexpr uint64_t kConnectMs = 30'000;
/// A search takes some seconds; one that hangs must not keep the station off for ever.
constexpr uint64_t kScanMs = 20'000;

}  // namespace

WifiPolicy::WifiPolicy(hal::Wifi& wifi, hal::Random& random)
    : wifi_(wifi), backoff_(random, kFirstWaitMs, kMostWaitMs) {}

void WifiPolicy::start(TextView ssid, TextView passphrase, uint64_t now_ms) {
  stop(now_ms);
  ssid_.assign(ssid);
  passphrase_.assign(passphrase);
  state_ = State::Waiting;
  hurry(now_ms);
}

void WifiPolicy::stop(uint64_t now_ms) {
  if (state_ == State::Connecting || state_ == State::Connected) wifi_.disconnect();
  if (state_ == State::Off || state_ == State::Connected) offline_since_ms_ = now_ms;
  state_ = State::Off;
  failure_ = hal::WifiFailure::None;
}

void WifiPolicy::tick(uint64_t now_ms, bool is_portal_used) {
  switch (state_) {
    case State::Off:
      return;
    case State::Waiting:
      if (now_ms < due_ms_ || is_portal_used) return;
      if (wifi_.scan() == hal::WifiScan::Running && now_ms < due_ms_ + kScanMs) return;
      state_ = State::Connecting;
      due_ms_ = now_ms + kConnectMs;
      wifi_.connect(ssid_.c_str(), passphrase_.c_str());
      return;
    case State::Connecting:
      if (wifi_.state() == hal::WifiState::Connected) {
        state_ = State::Connected;
        failure_ = hal::WifiFailure::None;
        joins_++;
        backoff_.succeed();
      } else if (wifi_.state() == hal::WifiState::Failed) {
        fail(wifi_.failure(), now_ms);
      } else if (now_ms >= due_ms_ || is_portal_used) {
        wifi_.disconnect();
        // A try that was broken off for the portal says nothing about the network.
        fail(is_portal_used ? failure_ : hal::WifiFailure::Other, now_ms);
      }
      return;
    case State::Connected:
      if (wifi_.state() == hal::WifiState::Connected) return;
      offline_since_ms_ = now_ms;
      fail(wifi_.failure(), now_ms);
      return;
  }
}

void WifiPolicy::hurry(uint64_t now_ms) {
  backoff_.succeed();
  if (state_ == State::Waiting) due_ms_ = now_ms;
}

uint64_t WifiPolicy::offlineMs(uint64_t now_ms) const {
  return isConnected() ? 0 : now_ms - offline_since_ms_;
}

void WifiPolicy::fail(hal::WifiFailure failure, uint64_t now_ms) {
  failure_ = failure;
  state_ = State::Waiting;
  due_ms_ = now_ms + backoff_.fail();
}

const char* wifiFailureText(hal::WifiFailure failure) {
  switch (failure) {
    case hal::WifiFailure::None:
      return "not tried yet";
    case hal::WifiFailure::NetworkNotFound:
      return "network not found";
    case hal::WifiFailure::WrongPassword:
      return "wrong password";
    case hal::WifiFailure::NoAddress:
      return "no address";
    case hal::WifiFailure::Lost:
      return "connection lost";
    case hal::WifiFailure::Other:
      return "no answer";
  }
  return "";
}

}  // namespace faiwatch
