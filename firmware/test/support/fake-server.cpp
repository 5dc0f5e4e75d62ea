#include "support/fake-server.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/json-reader.h"
#include "support/heap-watch.h"

using faiwatch::JsonReader;
using faiwatch::JsonToken;
using faiwatch::hal::HttpEnd;
using faiwatch::hal::MqttEnd;

namespace {

/// Value of a field of a flat object as text; empty when it is not there.
std::string field(const std::string& json, const char* name) {
  JsonReader reader({json.data(), json.size()});
  if (reader.next() != JsonToken::BeginObject) return "";
  while (reader.next() == JsonToken::Key) {
    const bool is_wanted = reader.is(name);
    const JsonToken value = reader.next();
    if (is_wanted) {
      if (value == JsonToken::True) return "true";
      if (value == JsonToken::False) return "false";
      return {reader.raw().data(), reader.raw().size()};
    }
    if (!reader.skip(value)) return "";
  }
  return "";
}

bool isJson(const std::string& text) {
  JsonReader reader({text.data(), text.size()});
  for (;;) {
    const JsonToken token = reader.next();
    if (token == JsonToken::End) return true;
    if (token == JsonToken::Error) return false;
  }
}

}  // namespace

FakeServer::Answer FakeServer::refuse(int status, const char* code) const {
  Answer answer;
  answer.status = status;
  answer.body = std::string("{\"ok\":false,\"error\":\"no\",\"code\":\"") + code + "\"}";
  answer.retry_after = retry_after;
  return answer;
}

FakeServer::Answer FakeServer::handleHttp(const std::string& method, const std::string& path,
                                          const std::string& bearer, const std::string& body) {
  requests.push_back(method + " " + path);
  Answer answer;
  if (random.chance(lost_request_percent)) {
    answer.is_lost = true;
    return answer;
  }
  answer.is_lost = random.chance(lost_answer_percent);
  const bool is_lost = answer.is_lost;
  if (path == "/api/device/v1/enrol") {
    answer = enrol(body);
  } else if (path.rfind("/files/", 0) == 0) {
    answer.status = 200;
    answer.body = image;
  } else if (token.empty() || bearer != token || forgets_token || refuses_tokens) {
    forgets_token = false;
    answer = refuse(401, "INVALID_TOKEN");
  } else if (is_revoked) {
    answer = refuse(403, "DEVICE_REVOKED");
  } else if (stores_nothing) {
    answer = refuse(503, "UNAVAILABLE");
  } else if (path.rfind("/api/device/v1/firmware", 0) == 0) {
    answer = serveFirmware(path);
  } else if (path == "/api/device/v1/heartbeat") {
    if (!takeBeat(body, false)) return refuse(400, "VALIDATION");
    answer.status = 200;
    answer.body =
        "{\"ok\":true,\"server_time\":\"" + serverTime() + "\",\"commands\":" + commands + serversField() + "}";
    commands = "[]";
  } else if (path == "/api/device/v1/events") {
    const size_t begin = body.find('[');
    const size_t end = body.rfind(']');
    if (begin == std::string::npos || end == std::string::npos) return refuse(400, "VALIDATION");
    const std::string event = body.substr(begin + 1, end - begin - 1);
    if (!takeEvent(event)) return refuse(400, "VALIDATION");
    answer.status = 200;
    const std::string seq = accepts_nothing ? "" : field(event, "seq");
    answer.body = "{\"ok\":true,\"accepted\":[" + seq + "]}";
  } else {
    answer = refuse(404, "NOT_FOUND");
  }
  answer.is_lost = is_lost;
  return answer;
}

FakeServer::Answer FakeServer::enrol(const std::string& body) {
  enrol_body = body;
  if (!isJson(body)) invalid++;
  if (!enrol_code.empty()) return refuse(enrol_status, enrol_code.c_str());
  if (field(body, "activation_key") != key) return refuse(404, "KEY_NOT_FOUND");
  if (field(body, "phone") != phone) return refuse(409, "KEY_PHONE_MISMATCH");
  token = "fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDE" + std::to_string(10 + tokens_given++);
  Answer answer;
  answer.status = 200;
  answer.body = "{\"ok\":true,\"device_token\":\"" + token +
                "\",\"heartbeat_interval_seconds\":" + std::to_string(interval_seconds) +
                ",\"mqtt\":{\"port\":" + (has_mqtt_port ? "1883" : "null") +
                ",\"tls\":false,\"path\":\"/mqtt\"},\"server_time\":\"" + serverTime() + "\"" + serversField() + "}";
  return answer;
}

FakeServer::Answer FakeServer::serveFirmware(const std::string& path) {
  firmware_query = path.substr(path.find('?') + 1);
  Answer answer;
  answer.status = manifest.empty() ? 204 : manifest_status;
  answer.body = manifest;
  return answer;
}

std::string FakeServer::serverTime() const {
  if (!tells_time) return "";
  const time_t seconds = static_cast<time_t>(now_ms / 1000);
  tm parts;
  gmtime_r(&seconds, &parts);
  char text[40];
  const size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(text + length, sizeof text - length, ".%03dZ", static_cast<int>(now_ms % 1000));
  return text;
}

int FakeServer::authenticate(const std::string& device_id, const std::string& password) {
  if (device_id != "fw-a1b2c3d4e5f6" || token.empty() || password != token || forgets_token ||
      refuses_tokens)
    return 4;
  return is_revoked ? 5 : 0;
}

bool FakeServer::handleMqtt(const std::string& topic, const std::string& payload) {
  const std::string prefix = "faiwatch/v1/fw-a1b2c3d4e5f6/";
  if (topic.rfind(prefix, 0) != 0) {
    invalid++;
    return false;
  }
  if (stores_nothing || random.chance(lost_request_percent)) return false;
  const bool is_lost = random.chance(lost_answer_percent);
  const std::string leaf = topic.substr(prefix.size());
  if (leaf == "status") {
    status_messages++;
    return !is_lost;
  }
  const bool is_taken = leaf == "events" ? takeEvent(payload) : takeBeat(payload, true);
  return is_taken && !is_lost;
}

bool FakeServer::takeEvent(const std::string& json) {
  if (!isJson(json) || field(json, "age_ms").empty()) {
    invalid++;
    return false;
  }
  ReceivedEvent event;
  event.boot_id = static_cast<uint32_t>(strtoul(field(json, "boot_id").c_str(), nullptr, 16));
  event.seq = static_cast<uint32_t>(strtoul(field(json, "seq").c_str(), nullptr, 10));
  event.is_down = field(json, "type") == "POWER_DOWN";
  event.at_ms = now_ms - strtoll(field(json, "age_ms").c_str(), nullptr, 10);
  event.arrived_ms = now_ms;
  if (known_.insert({event.boot_id, event.seq}).second) {
    events.push_back(event);
  } else {
    repeats++;
  }
  return true;
}

bool FakeServer::takeBeat(const std::string& json, bool by_mqtt) {
  if (!isJson(json) || field(json, "boot_id").size() != 8) {
    invalid++;
    return false;
  }
  ReceivedBeat beat;
  beat.boot_id = static_cast<uint32_t>(strtoul(field(json, "boot_id").c_str(), nullptr, 16));
  beat.seq = static_cast<uint32_t>(strtoul(field(json, "seq").c_str(), nullptr, 10));
  beat.is_up = field(json, "power") == "UP";
  beat.has_sense = field(json, "has_mains_sense") == "true";
  beat.by_mqtt = by_mqtt;
  beat.arrived_ms = now_ms;
  beat.json = json;
  beats.push_back(beat);
  return true;
}

bool FakeHttp::start(const faiwatch::hal::HttpRequest& request,
                     faiwatch::hal::HttpListener& listener) {
  heap::Pause pause;
  if (is_busy) return false;
  is_busy = true;
  if (!is_kept) connections++;
  is_kept = request.keeps_connection;
  listener_ = &listener;
  polls_ = 0;
  sent_ = 0;
  has_head_ = false;
  is_call_stuck_ = is_stuck;
  last_url = request.url;
  last_bearer = request.bearer == nullptr ? "" : request.bearer;
  last_host = last_url.substr(last_url.find("//") + 2);
  last_host = last_host.substr(0, last_host.find_first_of(":/"));
  is_reachable_ =
      has_network && server_.is_http_up && server_.dead_hosts.count(last_host) == 0;
  is_refused_ = has_tls_failed || is_distrusted;
  if (!is_reachable_ || is_refused_) return true;
  const std::string url = request.url;
  const size_t path_at = url.find('/', url.find("//") + 2);
  const bool is_post = request.method == faiwatch::hal::HttpMethod::Post;
  answer_ = server_.handleHttp(is_post ? "POST" : "GET", url.substr(path_at), last_bearer,
                               is_post ? std::string(request.body, request.body_length) : "");
  return true;
}

void FakeHttp::cancel() {
  if (is_busy) cancels++;
  is_busy = false;
  listener_ = nullptr;
}

void FakeHttp::poll() {
  heap::Pause pause;
  if (!is_busy || is_call_stuck_) return;
  polls_++;
  const auto end = [this](HttpEnd how) {
    is_busy = false;
    listener_->onHttpEnd(how);
  };
  if (!has_network && is_reachable_)
    return polls_ >= timeout_polls ? end(HttpEnd::TimedOut) : void();
  if (polls_ < latency_polls) return;
  if (is_refused_) return end(HttpEnd::TlsFailed);
  if (!is_reachable_) return end(HttpEnd::Unreachable);
  if (answer_.is_lost) return polls_ >= timeout_polls ? end(HttpEnd::TimedOut) : void();
  if (!has_head_) {
    has_head_ = true;
    const auto length = static_cast<int64_t>(answer_.body.size());
    listener_->onHttpHead(
        {answer_.status, said_length >= 0 ? said_length : length, answer_.retry_after});
    return;
  }
  if (sent_ < answer_.body.size()) {
    if (sent_ >= breaks_after) return end(HttpEnd::Broken);
    const size_t rest = answer_.body.size() - sent_;
    const size_t count = rest < chunk_bytes ? rest : chunk_bytes;
    const auto* data = reinterpret_cast<const uint8_t*>(answer_.body.data()) + sent_;
    sent_ += count;
    if (!listener_->onHttpBody(data, count)) end(HttpEnd::Refused);
    return;
  }
  end(HttpEnd::Complete);
}

bool FakeMqtt::connect(const faiwatch::hal::MqttOptions& options,
                       faiwatch::hal::MqttListener& listener) {
  heap::Pause pause;
  attempts++;
  listener_ = &listener;
  device_id_ = options.device_id;
  password_ = options.password;
  last_will = std::string(options.will_topic) + "=" + options.will_payload;
  last_transport = options.transport;
  last_port = options.port;
  last_path = options.path;
  last_host = options.host;
  polls_ = 0;
  pending_.clear();
  is_up = false;
  return true;
}

void FakeMqtt::disconnect(bool says_goodbye) {
  heap::Pause pause;
  if (is_up && says_goodbye) goodbyes++;
  is_up = false;
  listener_ = nullptr;
  pending_.clear();
}

uint16_t FakeMqtt::publish(const char* topic, const char* payload, size_t length) {
  heap::Pause pause;
  if (!is_up || fails_publish) return 0;
  published_topics.push_back(topic);
  const uint16_t id = next_id_;
  next_id_ = static_cast<uint16_t>(next_id_ == 65535 ? 1 : next_id_ + 1);
  if (!has_network || is_deaf) return id;
  if (server_.handleMqtt(topic, std::string(payload, length))) pending_.push_back({id, ack_polls});
  return id;
}

bool FakeMqtt::subscribe(const char* topic) {
  heap::Pause pause;
  subscribed = topic;
  return is_up;
}

void FakeMqtt::poll() {
  heap::Pause pause;
  if (listener_ == nullptr) return;
  const auto end = [this](MqttEnd how) {
    auto* listener = listener_;
    listener_ = nullptr;
    is_up = false;
    listener->onMqttEnd(how);
  };
  polls_++;
  const bool is_web_socket = last_transport == faiwatch::hal::MqttTransport::WebSocket ||
                             last_transport == faiwatch::hal::MqttTransport::WebSocketTls;
  const bool is_served = is_web_socket ? server_.is_web_socket_up : server_.is_mqtt_up;
  if (!is_up) {
    if (polls_ < connect_polls) return;
    if (!has_network || !is_served || server_.dead_hosts.count(last_host) > 0) {
      return end(MqttEnd::Network);
    }
    if (server_.followers.count(last_host) > 0) return end(MqttEnd::Refused);
    if (is_distrusted) return end(MqttEnd::TlsFailed);
    if (server_.authenticate(device_id_, password_) != 0) return end(MqttEnd::NotAuthorised);
    is_up = true;
    listener_->onMqttConnected();
    return;
  }
  if (has_network && (!is_served || server_.dead_hosts.count(last_host) > 0)) {
    return end(MqttEnd::Network);
  }
  if (!has_network) {
    // Pings go unanswered.
    if (polls_ % 1500 == 0) end(MqttEnd::Network);
    return;
  }
  if (!server_.mqtt_commands.empty()) {
    const std::string command = server_.mqtt_commands.front();
    server_.mqtt_commands.pop_front();
    listener_->onMqttMessage(subscribed.c_str(), reinterpret_cast<const uint8_t*>(command.data()),
                             command.size());
  }
  while (listener_ != nullptr && !pending_.empty() && --pending_.front().polls <= 0) {
    const uint16_t id = pending_.front().id;
    pending_.erase(pending_.begin());
    listener_->onMqttAcknowledged(id);
  }
}
