// A server as the device sees it: what it answers over HTTP and MQTT, and how it can fail.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "hal/http-client.h"
#include "hal/mqtt-client.h"
#include "support/prng.h"

struct ReceivedEvent {
  uint32_t boot_id;
  uint32_t seq;
  bool is_down;
  /// Epoch ms: arrival less age.
  int64_t at_ms;
  int64_t arrived_ms;
};

struct ReceivedBeat {
  uint32_t boot_id;
  uint32_t seq;
  bool is_up;
  bool has_sense;
  bool by_mqtt;
  int64_t arrived_ms;
  std::string json;
};

class FakeServer {
 public:
  explicit FakeServer(uint64_t seed) : random(seed) {}

  struct Answer {
    int status = 0;
    std::string body;
    uint32_t retry_after = 0;
    bool is_lost = false;
  };

  Answer handleHttp(const std::string& method, const std::string& path, const std::string& bearer,
                    const std::string& body);
  /// CONNACK code.
  int authenticate(const std::string& device_id, const std::string& password);
  /// @returns whether it is acknowledged
  bool handleMqtt(const std::string& topic, const std::string& payload);

  /// Epoch ms.
  int64_t now_ms = 1'800'000'000'000;
  Prng random;

  // What it knows.
  std::string key = "FTRRV-N5ACK-2A8B7-C8YGR";
  std::string phone = "0812345678";
  std::string token;
  int tokens_given = 0;
  int interval_seconds = 10;
  bool has_mqtt_port = true;
  /// Code with which enrolments are refused; empty: accepted.
  std::string enrol_code;
  int enrol_status = 403;
  uint32_t retry_after = 0;
  bool is_revoked = false;
  bool forgets_token = false;
  bool refuses_tokens = false;
  bool tells_time = true;
  /// Answers reports with 200, but names none of them.
  bool accepts_nothing = false;
  std::string commands = "[]";
  /// What it says of its machines; empty: nothing.
  std::string servers;
  std::string manifest;
  int manifest_status = 200;
  std::string image;

  // How it fails.
  bool is_http_up = true;
  bool is_mqtt_up = true;
  bool is_web_socket_up = true;
  /// Machines that are out of reach, and those that answer HTTP but no MQTT.
  std::set<std::string> dead_hosts;
  std::set<std::string> followers;
  bool stores_nothing = false;
  uint32_t lost_answer_percent = 0;
  uint32_t lost_request_percent = 0;

  // What it heard.
  std::vector<ReceivedEvent> events;
  std::vector<ReceivedBeat> beats;
  std::vector<std::string> requests;
  std::string enrol_body;
  std::string firmware_query;
  int repeats = 0;
  int invalid = 0;
  int status_messages = 0;
  /// Sent to the device's commands topic at its next poll.
  std::deque<std::string> mqtt_commands;

 private:
  Answer refuse(int status, const char* code) const;
  Answer enrol(const std::string& body);
  Answer serveFirmware(const std::string& path);
  bool takeEvent(const std::string& json);
  bool takeBeat(const std::string& json, bool by_mqtt);
  std::string serverTime() const;
  std::string serversField() const {
    return servers.empty() ? "" : ",\"servers\":" + servers;
  }

  std::set<std::pair<uint32_t, uint32_t>> known_;
};

/// HTTP to the fake server: an answer takes some polls.
class FakeHttp : public faiwatch::hal::HttpClient {
 public:
  explicit FakeHttp(FakeServer& server) : server_(server) {}

  bool start(const faiwatch::hal::HttpRequest& request,
             faiwatch::hal::HttpListener& listener) override;
  void cancel() override;
  void dropConnection() override { is_kept = false; }
  void poll() override;

  bool has_network = false;
  /// A connection is left open for the next request.
  bool is_kept = false;
  int connections = 0;
  int latency_polls = 5;
  /// Polls after which a request that is not answered ends.
  int timeout_polls = 1500;
  size_t chunk_bytes = 1024;
  int cancels = 0;
  bool is_busy = false;
  std::string last_bearer;
  std::string last_url;
  std::string last_host;
  /// Breaks a body off after so many bytes.
  size_t breaks_after = SIZE_MAX;
  bool has_tls_failed = false;
  /// The server's certificate has run out.
  bool is_distrusted = false;
  /// Calls begun now never end.
  bool is_stuck = false;
  /// -1: the true length is said.
  int64_t said_length = -1;

 private:
  FakeServer& server_;
  faiwatch::hal::HttpListener* listener_ = nullptr;
  FakeServer::Answer answer_;
  bool is_reachable_ = false;
  bool is_refused_ = false;
  bool has_head_ = false;
  bool is_call_stuck_ = false;
  size_t sent_ = 0;
  int polls_ = 0;
};

/// MQTT to the fake server.
class FakeMqtt : public faiwatch::hal::MqttClient {
 public:
  explicit FakeMqtt(FakeServer& server) : server_(server) {}

  bool connect(const faiwatch::hal::MqttOptions& options,
               faiwatch::hal::MqttListener& listener) override;
  void disconnect(bool says_goodbye) override;
  uint16_t publish(const char* topic, const char* payload, size_t length) override;
  bool subscribe(const char* topic) override;
  void poll() override;

  bool has_network = false;
  int connect_polls = 10;
  int ack_polls = 3;
  /// Connects, but acknowledges nothing.
  bool is_deaf = false;
  bool fails_publish = false;
  bool is_distrusted = false;
  bool is_up = false;
  int attempts = 0;
  int goodbyes = 0;
  std::string last_will;
  std::string subscribed;
  faiwatch::hal::MqttTransport last_transport = faiwatch::hal::MqttTransport::Tcp;
  uint16_t last_port = 0;
  std::string last_path;
  std::string last_host;
  std::vector<std::string> published_topics;

 private:
  struct Pending {
    uint16_t id;
    int polls;
  };

  FakeServer& server_;
  faiwatch::hal::MqttListener* listener_ = nullptr;
  std::string device_id_;
  std::string password_;
  int polls_ = 0;
  uint16_t next_id_ = 1;
  std::vector<Pending> pending_;
};
