#include "hal_esp/net/network.h"

#include "hal_esp/net/handshake.h"

namespace faiwatch::esp {

bool Network::begin(const char* release_key) {
  ota.prepare();
  trust.begin();
  beginHandshakes();
  http.begin();
  mqtt.begin();
  // An invalid key counts as no key: the board still reports outages.
  crypto.begin(release_key);
  return wifi.begin();
}

}  // namespace faiwatch::esp
