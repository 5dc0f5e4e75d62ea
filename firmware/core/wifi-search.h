#pragma once

#include <stdint.h>

#include "core/serial-out.h"
#include "hal/wifi.h"

namespace faiwatch {

/// The serial command `scan_wifi`: the radio listens for networks and lists them, the strongest first. A board that
/// is joining its own network listens once that try has ended.
///
///   Idle      --begin()-->            Asked
///   Asked     --the radio takes it--> Listening   --20 s--> Idle, ERR
///   Listening --done-->               Idle, OK    --failed, 20 s--> Idle, ERR
class WifiSearch {
 public:
  WifiSearch(hal::Wifi& wifi, SerialOut& out) : wifi_(wifi), out_(out) {}

  void begin(uint64_t now_ms);
  /// Answers when it is over.
  void tick(uint64_t now_ms);
  bool isUnderWay() const { return state_ != State::Idle; }

 private:
  enum class State : uint8_t { Idle, Asked, Listening };

  void tell();
  void fail();

  hal::Wifi& wifi_;
  SerialOut& out_;
  State state_ = State::Idle;
  uint64_t give_up_ms_ = 0;
};

}  // namespace faiwatch
