// esp-mqtt with its task, and a broker behind it.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "mqtt_client.h"

namespace mqtt {

struct Broker {
  enum class Answer { None, Accepts, Unreachable, BadCertificate, RefusesToken, RefusesId };
  Answer answer = Answer::Accepts;
  bool acknowledges = true;
  /// The PUBACK is told before publish() has returned.
  bool is_quick = false;
  /// The next publish finds the connection broken.
  bool is_broken = false;
  /// The server closes the connection.
  bool has_closed = false;
  std::deque<std::pair<std::string, std::string>> to_say;
  std::vector<std::pair<std::string, std::string>> heard;
  std::vector<std::string> subscriptions;
  esp_mqtt_client_config_t config = {};
  std::string host;
  std::string device_id;
  std::string password;
  int inits = 0;
  int alive = 0;
  int goodbyes = 0;
  bool has_memory = true;
};

extern Broker broker;

}  // namespace mqtt
