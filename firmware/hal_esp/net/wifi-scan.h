#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_wifi.h"
#include "hal/wifi.h"

namespace faiwatch::esp {

/// The networks of the last search.
class WifiScanner {
 public:
  /// @returns false when the driver cannot search now
  bool start(uint64_t now_ms);
  /// Gives a search up that is under way.
  void stop();
  void onScanned(bool is_good);
  void poll(uint64_t now_ms);

  hal::WifiScan state() const { return state_; }
  size_t count() const { return count_; }
  bool network(size_t index, hal::WifiNetwork& out) const;

 private:
  /// More networks than a page of the portal can usefully show.
  static constexpr size_t kMost = 24;

  void collect();
  bool isKnown(const char* ssid) const;

  hal::WifiScan state_ = hal::WifiScan::Idle;
  uint64_t give_up_ms_ = 0;
  size_t count_ = 0;
  hal::WifiNetwork networks_[kMost] = {};
};

}  // namespace faiwatch::esp
