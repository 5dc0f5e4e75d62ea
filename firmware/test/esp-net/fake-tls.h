// What a TLS handshake takes, whoever makes it.
#pragma once

#include <stdint.h>

#include "esp_err.h"

namespace tls {

struct Handshakes {
  uint32_t last_ms = 0;
  /// Handshakes now, the most at once so far, and all so far.
  int running = 0;
  int most = 0;
  int done = 0;
};

extern Handshakes handshakes;

/// In the task that connects, once TCP stands. @param attach null: the connection is not secured
void shakeHands(esp_err_t (*attach)(void* ssl_config));

}  // namespace tls
