#pragma once

#include <stdint.h>

#include "core/text.h"
#include "hal/wifi.h"

namespace faiwatch {

/// A search for networks that somebody at the serial line asked for. A board that is joining its own network listens
/// once that try has ended.
///
///   Idle      --begin()-->            Asked
///   Asked     --the radio takes it--> Listening   --20 s--> Idle, Failed
///   Listening --done-->               Idle, Done  --failed, 20 s--> Idle, Failed
class WifiSearch {
 public:
  /// How a search has ended.
  enum class End : uint8_t { NotYet, Done, Failed };

  explicit WifiSearch(hal::Wifi& wifi) : wifi_(wifi) {}

  void begin(uint64_t now_ms);
  /// @param has_room whether its results could be told now; it does not end before
  End tick(uint64_t now_ms, bool has_room);
  bool isUnderWay() const { return state_ != State::Idle; }
  /// After Done: hands over what was found, the strongest first, at most 20.
  /// @returns how many
  template <typename Tell>
  size_t forEach(Tell tell) const {
    size_t told = 0;
    hal::WifiNetwork network;
    for (size_t i = 0; i < wifi_.networkCount() && told < kMostTold; i++) {
      if (!wifi_.network(i, network) || !isTellable(network.ssid)) continue;
      tell(network);
      told++;
    }
    return told;
  }

 private:
  enum class State : uint8_t { Idle, Asked, Listening };

  /// So many networks fit into an answer.
  static constexpr size_t kMostTold = 20;

  /// A name that does not fit on a line could not be sent back on one.
  static bool isTellable(TextView ssid);
  End end(End how);

  hal::Wifi& wifi_;
  State state_ = State::Idle;
  uint64_t give_up_ms_ = 0;
};

}  // namespace faiwatch
