#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_netif.h"

namespace faiwatch::esp {

/// The set-up network: open, at 4.3.2.1/24, besides the station.
class AccessPoint {
 public:
  /// Once, after esp_netif_init(): makes the interface and gives it its address and what its DHCP server
  /// tells. @returns false when memory has run out
  bool begin();
  bool start(const char* ssid);
  void stop();
  /// Called about once a second.
  void look();

  uint8_t clients() const { return clients_; }

 private:
  bool setUp();

  esp_netif_t* netif_ = nullptr;
  bool is_wanted_ = false;
  bool is_open_ = false;
  uint8_t clients_ = 0;
};

}  // namespace faiwatch::esp
