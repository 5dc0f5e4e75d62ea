#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/portal-server.h"

namespace faiwatch {

enum class RequestParse : uint8_t {
  /// Not whole yet: read on.
  Incomplete,
  Complete,
  /// No HTTP/1.x request: answer 400 and close.
  Malformed,
  /// It cannot fit into kPortalRequestBytes: answer 413 and close.
  TooLarge,
};

/// Reads one HTTP/1.x request from what a connection has sent so far. For platforms that serve the
/// portal from plain sockets. Bodies in chunks are Malformed: no browser posts a form so.
///
/// @param buffer the bytes; its capacity must be more than `length`, since texts are NUL-terminated in
///   place once the request is Complete. Left as it is otherwise.
/// @param out points into `buffer`
RequestParse parsePortalRequest(char* buffer, size_t length, hal::PortalRequest& out);

}  // namespace faiwatch
