#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

enum class PortalMethod : uint8_t { Get, Head, Post, Other };

/// Valid during the call only. Texts are NUL-terminated and empty where the header was missing.
/// core/portal-request.h makes one from the bytes of a connection.
struct PortalRequest {
  PortalMethod method;
  /// Path without query.
  const char* path;
  const char* host;
  const char* accept_language;
  const char* body;
  size_t body_length;
};

/// Largest request, head and body together, in bytes; a longer one is answered with 413.
constexpr size_t kPortalRequestBytes = 4096;
/// What may be written of a reply's body at a time, in bytes.
constexpr size_t kPortalPieceBytes = 2048;

/// The answer, written piece by piece. The end of the connection ends it (Connection: close), since its length is
/// not known in advance.
class PortalReply {
 public:
  /// Called once, first. `Cache-Control: no-store` is added to every answer.
  /// @param location for a redirect, else null
  virtual void begin(int status, const char* content_type, const char* location) = 0;
  /// Appends to the piece; what does not fit into kPortalPieceBytes is left out.
  virtual void write(const char* text, size_t length) = 0;

 protected:
  ~PortalReply() = default;
};

/// Called only from within PortalServer::poll().
class PortalListener {
 public:
  /// Begins the reply. writePiece() is called for its body afterwards, unless the request was HEAD. There is one
  /// reply at a time.
  virtual void onPortalRequest(const PortalRequest& request, PortalReply& reply) = 0;
  /// Writes the next piece of the body. @returns false when there is none left
  virtual bool onPortalRoom(PortalReply& reply) = 0;
  /// One datagram that came to port 53.
  /// @returns length of the answer, 0: none
  virtual size_t onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer,
                            size_t capacity) = 0;

 protected:
  ~PortalListener() = default;
};

/// HTTP on port 80 and DNS on port 53 of the set-up network. No call blocks.
class PortalServer {
 public:
  virtual bool start(PortalListener& listener) = 0;
  virtual void stop() = 0;
  virtual void poll() = 0;

 protected:
  ~PortalServer() = default;
};

}  // namespace faiwatch::hal
