#pragma once

#include "esp_err.h"

/// TLS handshakes, one at a time: each takes more memory than anything else does, and the budget
/// (README.md, "Memory") has room for one beside a connection at rest.
namespace faiwatch::esp {

/// Once, before anything connects.
void beginHandshakes();

/// For `crt_bundle_attach` of every connection, which the vendor calls when TCP stands and TLS begins, in the
/// task that connects: waits until no other is in its handshake, then says whom to believe. The vendor looks
/// at no error of it, so it does not give up waiting; the other's time-outs end that.
esp_err_t enterHandshake(void* ssl_config);

/// In the same task, once the connection stands or has failed. Does nothing where TLS had not begun.
void leaveHandshake();

}  // namespace faiwatch::esp
