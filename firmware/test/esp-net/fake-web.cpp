#include "fake-web.h"

#include <string.h>

#include <algorithm>

#include "desk-rtos.h"
#include "esp_http_client.h"
#include "esp_tls.h"
#include "fake-tls.h"

namespace web {

Server server;

}  // namespace web

using web::server;

struct esp_tls_last_error {
  esp_err_t last_error;
};

struct esp_http_client {
  esp_http_client_config_t config;
  web::Request request;
  size_t given = 0;
  int timeout_ms = 0;
  bool is_connected = false;
  /// The client notices a closed connection only by using it.
  bool is_stale = false;
};

namespace {

size_t arrived() { return std::min(server.arrived, server.body.size()); }

}  // namespace

extern "C" {

esp_err_t esp_tls_get_and_clear_last_error(esp_tls_error_handle_t handle, int*, int*) {
  return handle == nullptr ? ESP_ERR_INVALID_STATE : handle->last_error;
}

esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t* config) {
  server.handles++;
  auto* const client = new esp_http_client;
  client->config = *config;
  client->timeout_ms = config->timeout_ms;
  client->request.url = config->url;
  return client;
}

esp_err_t esp_http_client_set_url(esp_http_client_handle_t client, const char* url) {
  client->request.url = url;
  return ESP_OK;
}

esp_err_t esp_http_client_set_method(esp_http_client_handle_t client,
                                     esp_http_client_method_t method) {
  client->request.is_post = method == HTTP_METHOD_POST;
  return ESP_OK;
}

esp_err_t esp_http_client_delete_header(esp_http_client_handle_t client, const char* key) {
  client->request.headers.erase(key);
  return ESP_OK;
}

esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char* key,
                                     const char* value) {
  client->request.headers[key] = value;
  return ESP_OK;
}

esp_err_t esp_http_client_set_timeout_ms(esp_http_client_handle_t client, int timeout_ms) {
  client->timeout_ms = timeout_ms;
  return ESP_OK;
}

esp_err_t esp_http_client_open(esp_http_client_handle_t client, int) {
  client->request.body.clear();
  client->given = 0;
  if (client->is_connected) {
    client->is_stale = server.closes_kept;
    // The first bytes may still go out, or not.
    return client->is_stale && server.is_close_seen_at_once ? ESP_FAIL : ESP_OK;
  }
  rtos::wait([] { return !server.is_stuck; }, UINT32_MAX);
  const bool is_reached = server.accepts || server.tls_error != ESP_OK;
  if (is_reached && client->request.url.rfind("https:", 0) == 0) {
    tls::shakeHands(client->config.crt_bundle_attach);
  }
  if (server.accepts) {
    client->is_connected = true;
    server.connections++;
    if (client->config.save_client_session) server.resumable++;
    return ESP_OK;
  }
  esp_tls_last_error error = {server.tls_error};
  esp_http_client_event_t event = {};
  event.event_id = HTTP_EVENT_ERROR;
  event.user_data = client->config.user_data;
  event.data = server.tls_error == ESP_OK ? nullptr : &error;
  client->config.event_handler(&event);
  return ESP_FAIL;
}

int esp_http_client_write(esp_http_client_handle_t client, const char* buffer, int length) {
  // The header comes in two parts.
  const int taken = (length + 1) / 2;
  client->request.body.append(buffer, static_cast<size_t>(taken));
  return taken;
}

int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client) {
  if (client->is_stale) return ESP_FAIL;
  if (!rtos::wait([] { return server.has_answered || server.has_hung_up; },
                  static_cast<uint32_t>(client->timeout_ms))) {
    return -ESP_ERR_HTTP_EAGAIN;
  }
  if (!server.has_answered) return ESP_FAIL;
  server.requests.push_back(client->request);
  if (!server.retry_after.empty()) {
    std::string key = "Retry-After";
    std::string value = server.retry_after;
    esp_http_client_event_t event = {};
    event.event_id = HTTP_EVENT_ON_HEADER;
    event.user_data = client->config.user_data;
    event.header_key = key.data();
    event.header_value = value.data();
    client->config.event_handler(&event);
  }
  return server.says_length ? static_cast<int64_t>(server.body.size()) : 0;
}

int esp_http_client_get_status_code(esp_http_client_handle_t) { return server.status; }

int64_t esp_http_client_get_content_length(esp_http_client_handle_t) {
  return server.says_length ? static_cast<int64_t>(server.body.size()) : -1;
}

int esp_http_client_read(esp_http_client_handle_t client, char* buffer, int length) {
  if (client->given == server.body.size()) return 0;
  if (!rtos::wait([client] { return client->given < arrived() || server.has_hung_up; },
                  static_cast<uint32_t>(client->timeout_ms))) {
    return -ESP_ERR_HTTP_EAGAIN;
  }
  const size_t got = std::min(arrived() - client->given, static_cast<size_t>(length));
  memcpy(buffer, server.body.data() + client->given, got);
  client->given += got;
  return static_cast<int>(got);
}

bool esp_http_client_is_complete_data_received(esp_http_client_handle_t client) {
  return client->given == server.body.size();
}

bool esp_http_client_is_persistent_connection(esp_http_client_handle_t client) {
  return client->request.headers.count("Connection") == 0 && server.keeps_connections;
}

esp_err_t esp_http_client_close(esp_http_client_handle_t client) {
  client->is_connected = false;
  client->is_stale = false;
  return ESP_OK;
}

esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client) {
  server.handles--;
  delete client;
  return ESP_OK;
}
}
