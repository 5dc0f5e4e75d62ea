#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/protocol.h"
#include "core/text.h"
#include "esp_http_client.h"
#include "hal/http-client.h"

namespace faiwatch::esp {

/// A request with its texts, NUL-terminated.
struct HttpJob {
  uint32_t number;
  hal::HttpMethod method;
  uint32_t timeout_ms;
  bool keeps_connection;
  bool has_body;
  size_t body_length;
  char url[400];
  /// `Bearer …`; empty: none.
  char authorization[128];
  char body[kMessageBytes];
};
/// @returns false when one of them is too long
bool makeHttpJob(const hal::HttpRequest& request, HttpJob& out);

/// Told how an exchange goes, from the task that performs it.
/// All return false when the request was cancelled.
class HttpExchangeOwner {
 public:
  virtual bool onProgress() = 0;
  virtual bool onHead(const hal::HttpHead& head) = 0;
  /// chunk() holds this many bytes. Returns when they have been taken.
  virtual bool onBody(size_t length) = 0;
  virtual bool isWanted() const = 0;

 protected:
  ~HttpExchangeOwner() = default;
};

/// Requests and their answers by esp_http_client, one after the other, each from beginning to end.
class HttpExchange {
 public:
  explicit HttpExchange(HttpExchangeOwner& owner) : owner_(owner) {}
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  /// Blocks until the request has ended. Once the connection is up, a cancelled request ends within about a second.
  /// Everything that esp_http_client allocated is free when this returns, unless the job asked to keep the
  /// connection and was answered.
  hal::HttpEnd perform(const HttpJob& job);
  /// Closes the kept connection.
  void drop();

  const uint8_t* chunk() const { return reinterpret_cast<const uint8_t*>(chunk_); }

 private:
  static esp_err_t onEvent(esp_http_client_event_t* event);
  bool prepare(const HttpJob& job);
  void setHeader(const char* name, const char* value);
  hal::HttpEnd exchange(const HttpJob& job);
  hal::HttpEnd sendBody(const HttpJob& job);
  hal::HttpEnd receiveHead(const HttpJob& job);
  hal::HttpEnd receiveBody(const HttpJob& job);

  HttpExchangeOwner& owner_;
  /// The kept client, which also remembers the TLS session; null: none.
  esp_http_client_handle_t client_ = nullptr;
  /// Scheme, host and port of the kept client.
  FixedText<112> origin_;
  /// Of the present attempt.
  bool has_head_ = false;
  uint32_t retry_after_seconds_ = 0;
  /// The last error of esp-tls; ESP_OK: none.
  esp_err_t tls_error_ = ESP_OK;
  /// Bytes per read. Core takes one read in 10 ms, so an image comes at 100 KB a second.
  char chunk_[1024] = {};
};

}  // namespace faiwatch::esp
