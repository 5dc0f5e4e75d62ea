#pragma once

#include <stdint.h>

#include "core/backoff.h"
#include "core/config.h"
#include "hal/random.h"
#include "hal/wifi.h"

namespace faiwatch {

/// Keeps the station connected to the saved network and never gives it up: a router boots slower than a board, and
/// no failure proves that the network is the wrong one.
///
///   Off        --start()-->          Waiting
///   Waiting    --wait is over-->     Connecting     (not while the portal is used: one radio, one channel)
///   Connecting --address-->          Connected      --failed, 30 s--> Waiting
///   Connected  --lost-->             Waiting
///   any        --stop()-->           Off
class WifiPolicy {
 public:
  enum class State : uint8_t { Off, Waiting, Connecting, Connected };

  WifiPolicy(hal::Wifi& wifi, hal::Random& random);

  /// Begins, or begins anew with another network or password.
  void start(TextView ssid, TextView passphrase, uint64_t now_ms);
  void stop(uint64_t now_ms);
  /// @param is_portal_used somebody is filling in the form
  void tick(uint64_t now_ms, bool is_portal_used);
  /// Tries again at once.
  void hurry(uint64_t now_ms);

  State state() const { return state_; }
  TextView ssid() const { return ssid_.view(); }
  TextView passphrase() const { return passphrase_.view(); }
  /// Whether this is the network that it keeps, or tries to.
  bool isFor(TextView ssid, TextView passphrase) const {
    return state_ != State::Off && ssid == ssid_.view() && passphrase == passphrase_.view();
  }
  bool isConnected() const { return state_ == State::Connected; }
  /// How many connections there were so far.
  uint32_t joins() const { return joins_; }
  /// How the last try ended.
  hal::WifiFailure failure() const { return failure_; }
  /// How long there has been no connection, in ms; 0 while there is one.
  uint64_t offlineMs(uint64_t now_ms) const;

 private:
  void fail(hal::WifiFailure failure, uint64_t now_ms);

  hal::Wifi& wifi_;
  Backoff backoff_;
  FixedText<32> ssid_;
  FixedText<64> passphrase_;
  State state_ = State::Off;
  hal::WifiFailure failure_ = hal::WifiFailure::None;
  /// Waiting: when the wait is over. Connecting: when the try is given up.
  uint64_t due_ms_ = 0;
  uint64_t offline_since_ms_ = 0;
  uint32_t joins_ = 0;
};

/// For the serial line and the display.
const char* wifiFailureText(hal::WifiFailure failure);

}  // namespace faiwatch
