#include "core/mqtt-channel.h"

#include <string.h>

namespace faiwatch {

namespace {

constexpr uint32_t kFirstWaitMs = 1'000;
constexpr uint32_t kMostWaitMs = 60'000;
constexpr uint64_t kConnectMs = 20'000;
constexpr uint64_t kAcknowledgeMs = 10'000;
/// The server notices silence after one and a half keepalives.
constexpr uint16_t kKeepaliveSeconds = 10;

}  // namespace

MqttChannel::MqttChannel(hal::MqttClient& client, hal::Random& random, const DeviceId& device_id,
                         const ServerList& servers, MqttChannelListener& listener)
    : client_(client),
      device_id_(device_id),
      servers_(servers),
      listener_(listener),
      random_(random),
      backoff_(random, kFirstWaitMs, kMostWaitMs) {
  makeTopic(device_id, "heartbeat", beat_topic_);
  makeTopic(device_id, "events", event_topic_);
  makeTopic(device_id, "status", status_topic_);
  makeTopic(device_id, "commands", command_topic_);
}

void MqttChannel::start(size_t at, const ServerUrl& server, const Enrolment& enrolment,
                        uint64_t now_ms) {
  stop(false);
  at_ = at;
  server_ = server;
  enrolment_ = &enrolment;
  uses_web_socket_ = false;
  has_worked_ = false;
  backoff_.succeed();
  state_ = State::Waiting;
  due_ms_ = now_ms;
}

void MqttChannel::stop(bool says_goodbye) {
  if (state_ == State::Connecting || state_ == State::Up) client_.disconnect(says_goodbye);
  state_ = State::Off;
  event_ = {};
  beat_ = {};
}

void MqttChannel::tick(uint64_t now_ms) {
  now_ms_ = now_ms;
  switch (state_) {
    case State::Off:
      return;
    case State::Waiting:
      if (now_ms >= due_ms_) connect(now_ms);
      return;
    case State::Connecting:
      client_.poll();
      if (state_ == State::Connecting && now_ms >= due_ms_) fail(now_ms);
      return;
    case State::Up:
      client_.poll();
      if (state_ == State::Up &&
          (isOverdue(event_, now_ms) || isOverdue(beat_, now_ms) || isStuck(now_ms))) {
        fail(now_ms);
      }
      return;
  }
}

bool MqttChannel::sendEvent(const char* message, uint64_t now_ms) {
  return send(event_topic_, message, event_, now_ms);
}

bool MqttChannel::sendBeat(const char* message, uint64_t now_ms) {
  return send(beat_topic_, message, beat_, now_ms);
}

void MqttChannel::connect(uint64_t now_ms) {
  const bool is_web_socket = uses_web_socket_ || !hasUsablePort();
  const bool is_tls = is_web_socket ? server_.is_tls : enrolment_->mqtt_is_tls;
  const hal::MqttTransport plain =
      is_web_socket ? hal::MqttTransport::WebSocket : hal::MqttTransport::Tcp;
  const hal::MqttTransport secure =
      is_web_socket ? hal::MqttTransport::WebSocketTls : hal::MqttTransport::Tls;
  const hal::MqttOptions options = {
      is_tls ? secure : plain,
      server_.host.c_str(),
      is_web_socket ? server_.port : enrolment_->mqtt_port,
      enrolment_->mqtt_path.c_str(),
      device_id_.c_str(),
      enrolment_->device_token.c_str(),
      kKeepaliveSeconds,
      status_topic_,
      "offline",
  };
  stuck_since_ms_ = 0;
  state_ = State::Connecting;
  due_ms_ = now_ms + kConnectMs;
  if (!client_.connect(options, *this)) waitAgain(now_ms);
}

bool MqttChannel::hasUsablePort() const {
  return enrolment_->mqtt_port != 0 && (enrolment_->mqtt_is_tls || !server_.is_tls);
}

void MqttChannel::fail(uint64_t now_ms) {
  client_.disconnect(false);
  waitAgain(now_ms);
}

void MqttChannel::waitAgain(uint64_t now_ms) {
  state_ = State::Waiting;
  event_ = {};
  beat_ = {};
  if (!servers_.next(at_, server_)) {
    due_ms_ = now_ms + pickBetween(random_, 0, kFirstWaitMs);
    return;
  }
  if (!has_worked_) uses_web_socket_ = !uses_web_socket_;
  has_worked_ = false;
  due_ms_ = now_ms + backoff_.fail();
}

bool MqttChannel::send(const char* topic, const char* message, InFlight& slot, uint64_t now_ms) {
  if (state_ != State::Up || slot.packet_id != 0) return false;
  slot.packet_id = client_.publish(topic, message, strlen(message));
  slot.sent_ms = now_ms;
  const bool is_taken = slot.packet_id != 0;
  if (is_taken) {
    stuck_since_ms_ = 0;
  } else if (stuck_since_ms_ == 0) {
    stuck_since_ms_ = now_ms;
  }
  return is_taken;
}

bool MqttChannel::isStuck(uint64_t now_ms) const {
  return stuck_since_ms_ != 0 && now_ms - stuck_since_ms_ >= kAcknowledgeMs;
}

bool MqttChannel::isOverdue(const InFlight& slot, uint64_t now_ms) const {
  return slot.packet_id != 0 && now_ms - slot.sent_ms >= kAcknowledgeMs;
}

void MqttChannel::makeTopic(const DeviceId& device_id, const char* leaf, char (&out)[kTopicBytes]) {
  TextWriter(out, sizeof out).add("faiwatch/v1/").add(device_id.view()).add('/').add(leaf);
}

void MqttChannel::onMqttConnected() {
  state_ = State::Up;
  client_.subscribe(command_topic_);
  // An external broker tells the server nothing about sessions, so the device tells it.
  client_.publish(status_topic_, "online", 6);
  listener_.onMqttUp();
}

void MqttChannel::onMqttAcknowledged(uint16_t packet_id) {
  const bool is_event = isEventInFlight() && packet_id == event_.packet_id;
  const bool is_beat = isBeatInFlight() && packet_id == beat_.packet_id;
  if (is_event) event_ = {};
  if (is_beat) beat_ = {};
  if (!is_event && !is_beat) return;
  // A session counts as working only from here on: a server that accepts connections and then stores
  // nothing would otherwise be connected to over and over at once.
  has_worked_ = true;
  backoff_.succeed();
  if (is_event) listener_.onEventAcknowledged();
  if (is_beat) listener_.onBeatAcknowledged();
}

void MqttChannel::onMqttMessage(const char* topic, const uint8_t* payload, size_t length) {
  if (TextView(topic) != command_topic_) return;
  Command command;
  if (parseCommand({reinterpret_cast<const char*>(payload), length}, command)) {
    listener_.onCommand(command);
  }
}

void MqttChannel::onMqttEnd(hal::MqttEnd end) {
  waitAgain(now_ms_);
  if (end == hal::MqttEnd::NotAuthorised) listener_.onMqttNotAuthorised();
}

}  // namespace faiwatch
