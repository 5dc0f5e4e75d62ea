#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

enum class HttpMethod : uint8_t { Get, Post };

/// All pointers stay valid and unchanged until the request has ended.
struct HttpRequest {
  HttpMethod method;
  /// `http://` or `https://`, absolute. Certificates are checked against the platform's roots.
  const char* url;
  /// For `Authorization: Bearer …`; null: none.
  const char* bearer;
  /// JSON (Content-Type application/json); null for GET.
  const char* body;
  size_t body_length;
  /// The longest time without progress (connecting, sending or receiving), in ms.
  uint32_t timeout_ms;
  /// Another request to the same server will follow soon, and may use this connection.
  bool keeps_connection = false;
};

enum class HttpEnd : uint8_t {
  /// Head and body are complete.
  Complete,
  Unreachable,
  /// The certificate was not accepted, or the handshake failed.
  TlsFailed,
  TimedOut,
  /// The connection broke, or the answer was not HTTP.
  Broken,
  /// onHttpBody returned false.
  Refused,
};

struct HttpHead {
  /// Redirects are not followed but passed on.
  int status;
  /// Bytes; -1: not said.
  int64_t content_length;
  /// Retry-After in seconds; 0: not said, or a date.
  uint32_t retry_after_seconds;
};

/// Called only from within HttpClient::poll(), in the order head, body…, end; end exactly once, last.
/// It calls neither start nor cancel from there.
class HttpListener {
 public:
  virtual void onHttpHead(const HttpHead& head) = 0;
  /// At most 4096 bytes per poll. Return false to end the request with Refused.
  virtual bool onHttpBody(const uint8_t* data, size_t length) = 0;
  virtual void onHttpEnd(HttpEnd end) = 0;

 protected:
  ~HttpListener() = default;
};

/// One request at a time. No call blocks.
///
/// A server may close a kept connection at any moment. A request that finds it closed and has no answer yet is
/// repeated over a new one. Every request must therefore be safe to arrive twice.
class HttpClient {
 public:
  /// @returns false when one is under way, or none can be begun; the listener is then not called
  virtual bool start(const HttpRequest& request, HttpListener& listener) = 0;
  /// Ends the request under way without a word to its listener; a new one may be started at once.
  virtual void cancel() = 0;
  /// Closes the kept connection, or has the present request close its own when it ends.
  virtual void dropConnection() = 0;
  virtual void poll() = 0;

 protected:
  ~HttpClient() = default;
};

}  // namespace faiwatch::hal
