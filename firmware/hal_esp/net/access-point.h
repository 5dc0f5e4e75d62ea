#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_netif.h"
#include "lwip/sockets.h"

namespace faiwatch::esp {

/// 4.3.2.1: Android does not look for a portal at private addresses.
constexpr uint32_t kSetupAddress = 0x04030201;
/// Whether a client has an address in the set-up network.
bool isInSetupNetwork(const sockaddr_in& peer);
/// lwIP's name for the set-up network. @returns false while the network is down
bool findSetupInterface(ifreq& out);

/// The set-up network: WPA2, at 4.3.2.1/24, besides the station.
class AccessPoint {
 public:
  /// Once, after esp_netif_init(): makes the interface and gives it its address and what its DHCP server
  /// tells. @returns false when memory has run out
  bool begin();
  bool start(const char* ssid, const char* passphrase);
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
