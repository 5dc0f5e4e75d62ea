#include "hal_esp/net/http-exchange.h"

#include <string.h>

#include "core/text.h"
#include "esp_tls.h"
#include "hal_esp/net/handshake.h"
#include "hal_esp/net/tls-error.h"

namespace faiwatch::esp {

namespace {

/// Waits are this short, so that a cancelled request does not hold the task for its whole time-out.
constexpr uint32_t kSliceMs = 1'000;

bool copy(char* out, size_t capacity, const char* prefix, const char* text) {
  return TextWriter(out, capacity).add(prefix).add(text).ok();
}

/// Scheme, host and port.
TextView originOf(TextView url) {
  const size_t host_at = url.find('/') + 2;
  return url.substr(0, url.find('/', host_at));
}

hal::HttpEnd endOfFailedOpening(esp_err_t tls_error) {
  if (tls_error == ESP_ERR_ESP_TLS_CONNECTION_TIMEOUT) return hal::HttpEnd::TimedOut;
  return isTlsError(tls_error) ? hal::HttpEnd::TlsFailed : hal::HttpEnd::Unreachable;
}

}  // namespace

bool makeHttpJob(const hal::HttpRequest& request, HttpJob& out) {
  out.method = request.method;
  out.timeout_ms = request.timeout_ms;
  out.keeps_connection = request.keeps_connection;
  out.has_body = request.body != nullptr;
  out.body_length = out.has_body ? request.body_length : 0;
  if (out.body_length > sizeof out.body) return false;
  if (out.has_body) memcpy(out.body, request.body, out.body_length);
  out.authorization[0] = '\0';
  return copy(out.url, sizeof out.url, "", request.url) &&
         (request.bearer == nullptr ||
          copy(out.authorization, sizeof out.authorization, "Bearer ", request.bearer));
}

hal::HttpEnd HttpExchange::perform(const HttpJob& job) {
  const bool was_kept = client_ != nullptr && originOf(job.url) == origin_.view();
  if (!was_kept) drop();
  // The address is invalid, or memory has run out.
  if (!prepare(job)) return hal::HttpEnd::Unreachable;
  hal::HttpEnd end = exchange(job);
  const bool was_closed = end == hal::HttpEnd::Broken || end == hal::HttpEnd::Unreachable;
  if (was_kept && was_closed && !has_head_) {
    // The server closed the idle connection. The remembered TLS session spares most of the handshake.
    esp_http_client_close(client_);
    end = exchange(job);
  }
  const bool is_kept = job.keeps_connection && end == hal::HttpEnd::Complete;
  if (!is_kept) {
    drop();
  } else if (!esp_http_client_is_persistent_connection(client_)) {
    esp_http_client_close(client_);
  }
  return end;
}

void HttpExchange::drop() {
  if (client_ == nullptr) return;
  esp_http_client_cleanup(client_);
  client_ = nullptr;
}

/// @returns false when there is no client for it
bool HttpExchange::prepare(const HttpJob& job) {
  const auto method = job.method == hal::HttpMethod::Get ? HTTP_METHOD_GET : HTTP_METHOD_POST;
  if (client_ == nullptr) {
    if (!origin_.assign(originOf(job.url))) return false;
    esp_http_client_config_t config = {};
    config.url = job.url;
    config.timeout_ms = static_cast<int>(job.timeout_ms);
    config.disable_auto_redirect = true;
    config.max_authorization_retries = -1;
    config.event_handler = onEvent;
    config.user_data = this;
    config.buffer_size = 1024;
    // Address and token must fit into one line each.
    config.buffer_size_tx = 1024;
    config.crt_bundle_attach = enterHandshake;
    // Without TLS there is no session to save, and esp_http_client does not check.
    config.save_client_session = job.keeps_connection && TextView(job.url).startsWith("https:");
    client_ = esp_http_client_init(&config);
    if (client_ == nullptr) return false;
  } else if (esp_http_client_set_url(client_, job.url) != ESP_OK) {
    return false;
  }
  esp_http_client_set_method(client_, method);
  setHeader("Connection", job.keeps_connection ? nullptr : "close");
  setHeader("Authorization", job.authorization[0] == '\0' ? nullptr : job.authorization);
  setHeader("Content-Type", job.has_body ? "application/json" : nullptr);
  return true;
}

/// @param value null: the header is left out
void HttpExchange::setHeader(const char* name, const char* value) {
  if (value == nullptr) {
    esp_http_client_delete_header(client_, name);
  } else {
    esp_http_client_set_header(client_, name, value);
  }
}

hal::HttpEnd HttpExchange::exchange(const HttpJob& job) {
  retry_after_seconds_ = 0;
  tls_error_ = ESP_OK;
  has_head_ = false;
  esp_http_client_set_timeout_ms(client_, static_cast<int>(job.timeout_ms));
  const esp_err_t opening = esp_http_client_open(client_, static_cast<int>(job.body_length));
  leaveHandshake();
  if (opening != ESP_OK) return endOfFailedOpening(tls_error_);
  if (!owner_.onProgress()) return hal::HttpEnd::Refused;
  hal::HttpEnd end = sendBody(job);
  if (end != hal::HttpEnd::Complete) return end;
  esp_http_client_set_timeout_ms(client_, static_cast<int>(kSliceMs));
  end = receiveHead(job);
  return end == hal::HttpEnd::Complete ? receiveBody(job) : end;
}

hal::HttpEnd HttpExchange::sendBody(const HttpJob& job) {
  for (size_t sent = 0; sent < job.body_length;) {
    const int taken =
        esp_http_client_write(client_, job.body + sent, static_cast<int>(job.body_length - sent));
    if (taken < 0) return hal::HttpEnd::Broken;
    if (taken == 0) return hal::HttpEnd::TimedOut;
    sent += static_cast<size_t>(taken);
    if (!owner_.onProgress()) return hal::HttpEnd::Refused;
  }
  return hal::HttpEnd::Complete;
}

hal::HttpEnd HttpExchange::receiveHead(const HttpJob& job) {
  int64_t fetched = -ESP_ERR_HTTP_EAGAIN;
  for (uint32_t waited_ms = 0; fetched == -ESP_ERR_HTTP_EAGAIN; waited_ms += kSliceMs) {
    if (waited_ms >= job.timeout_ms) return hal::HttpEnd::TimedOut;
    if (!owner_.isWanted()) return hal::HttpEnd::Refused;
    fetched = esp_http_client_fetch_headers(client_);
  }
  if (fetched < 0) return hal::HttpEnd::Broken;
  const int64_t length = esp_http_client_get_content_length(client_);
  const hal::HttpHead head = {esp_http_client_get_status_code(client_), length < 0 ? -1 : length,
                              retry_after_seconds_};
  // An answer that is not HTTP has no status.
  if (head.status < 100) return hal::HttpEnd::Broken;
  has_head_ = true;
  return owner_.onHead(head) ? hal::HttpEnd::Complete : hal::HttpEnd::Refused;
}

hal::HttpEnd HttpExchange::receiveBody(const HttpJob& job) {
  uint32_t waited_ms = 0;
  for (;;) {
    if (!owner_.isWanted()) return hal::HttpEnd::Refused;
    const int got = esp_http_client_read(client_, chunk_, sizeof chunk_);
    if (got == -ESP_ERR_HTTP_EAGAIN) {
      waited_ms += kSliceMs;
      if (waited_ms >= job.timeout_ms) return hal::HttpEnd::TimedOut;
      continue;
    }
    if (got < 0) return hal::HttpEnd::Broken;
    if (got == 0) {
      return esp_http_client_is_complete_data_received(client_) ? hal::HttpEnd::Complete
                                                               : hal::HttpEnd::Broken;
    }
    waited_ms = 0;
    if (!owner_.onBody(static_cast<size_t>(got))) return hal::HttpEnd::Refused;
  }
}

/// esp_http_client calls this from within the calls above, in the same task.
esp_err_t HttpExchange::onEvent(esp_http_client_event_t* event) {
  auto& self = *static_cast<HttpExchange*>(event->user_data);
  switch (event->event_id) {
    case HTTP_EVENT_ERROR:
      // Null if no connection was begun, which is no TLS error.
      self.tls_error_ = esp_tls_get_and_clear_last_error(
          static_cast<esp_tls_error_handle_t>(event->data), nullptr, nullptr);
      break;
    case HTTP_EVENT_ON_HEADER: {
      uint64_t seconds = 0;
      if (equalsIgnoringCase(event->header_key, "retry-after") &&
          parseUnsigned(event->header_value, UINT32_MAX, seconds)) {
        self.retry_after_seconds_ = static_cast<uint32_t>(seconds);
      }
      break;
    }
    default:
      break;
  }
  return ESP_OK;
}

}  // namespace faiwatch::esp
