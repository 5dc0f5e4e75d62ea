// esp_http_client, and a server behind it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "esp_err.h"

namespace web {

struct Request {
  std::string url;
  bool is_post = false;
  std::map<std::string, std::string> headers;
  std::string body;
};

struct Server {
  /// The name is not resolved: the call does not come back, whatever the time-out.
  bool is_stuck = false;
  bool accepts = true;
  /// What esp-tls says of a connection that failed.
  esp_err_t tls_error = ESP_OK;
  bool has_answered = true;
  int status = 200;
  std::string retry_after;
  std::string body;
  bool says_length = true;
  /// How much of the body has come.
  size_t arrived = SIZE_MAX;
  /// And no more will.
  bool has_hung_up = false;
  bool keeps_connections = true;
  /// It has closed the connections that were kept.
  bool closes_kept = false;
  bool is_close_seen_at_once = false;
  std::vector<Request> requests;
  int connections = 0;
  /// Those among them that can take up the TLS session of the one before.
  int resumable = 0;
  /// Handles that were not cleaned up.
  int handles = 0;
};

extern Server server;

}  // namespace web
