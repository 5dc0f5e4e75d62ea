#pragma once

#include "esp_err.h"

/// Allows one TLS handshake at a time. A handshake takes more memory than anything else, and the budget
/// (README.md, "Memory") has room for one beside an idle connection.
namespace faiwatch::esp {

/// Once, before anything connects.
void beginHandshakes();

/// For `crt_bundle_attach` of every connection, which ESP-IDF calls in the connecting task when TLS begins. Waits
/// until no other handshake runs, then sets up verification. ESP-IDF ignores errors here, so this waits without
/// limit; the other handshake's time-outs end the wait.
esp_err_t enterHandshake(void* ssl_config);

/// Call it in the same task once the connection is up or has failed. Does nothing if TLS had not begun.
void leaveHandshake();

}  // namespace faiwatch::esp
