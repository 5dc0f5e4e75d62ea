#pragma once

#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// Where the server is: `http://` or `https://`, host, optional port, optional path before the API's.
struct ServerUrl {
  bool is_tls = false;
  /// Name or address; an IPv6 address without its brackets.
  FixedText<96> host;
  uint16_t port = 0;
  /// The whole address without a slash at its end: `https://faiwatch.example:8443/base`.
  FixedText<128> base;
  /// Path within it: `/base`, or empty.
  TextView path() const { return base.view().substr(path_at); }
  size_t path_at = 0;
};

/// Whether the address itself tells that traffic stays on a private network: RFC 1918, link-local, loopback, their
/// counterparts in IPv6, `localhost` and names under `.local`.
bool isOnPrivateNetwork(const ServerUrl& server);

/// User names, queries and fragments are refused.
/// @param base kept in `out` as it stands, less the slashes at its end
bool parseServerUrl(TextView base, ServerUrl& out);

/// The address of a path of the API, or of a file that the server named. `/x` and `x` are below the server; an
/// address that begins with `http` is used as it is.
/// @returns false when it does not fit
bool buildUrl(const ServerUrl& server, TextView path, char* out, size_t capacity);

/// Whether an absolute address is on the same server, so that the device's token may be sent there.
bool isOnServer(const ServerUrl& server, TextView url);

}  // namespace faiwatch
