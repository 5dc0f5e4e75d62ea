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
  /// The name is never resolved, so the call does not return, even after its time-out.
  bool is_stuck = false;
  bool accepts = true;
  /// The error of esp-tls for a failed connection.
  esp_err_t tls_error = ESP_OK;
  bool has_answered = true;
  int status = 200;
  std::string retry_after;
  std::string body;
  bool says_length = true;
  /// How much of the body has come.
  size_t arrived = SIZE_MAX;
  /// No more bytes of the body will come.
  bool has_hung_up = false;
  bool keeps_connections = true;
  /// The server has closed the kept connections.
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
