#include "hal_posix/socket-mqtt-client.h"

#include <utility>

#include "hal_posix/log.h"

namespace faiwatch::posix {

/// Section 2.2.1.
enum class SocketMqttClient::Packet : uint8_t {
  Connect = 1,
  Connack,
  Publish,
  Puback,
  Subscribe = 8,
  Suback,
  Pingreq = 12,
  Pingresp,
  Disconnect,
};

namespace {

/// The interface's limit for an attempt.
constexpr uint32_t kAttemptMs = 15'000;
constexpr size_t kMostBuffered = 65'536;

// Section 3.1.2.3: a clean session with a will of QoS 1, a user name and a password.
constexpr char kConnectFlags = '\xce';
constexpr uint8_t kQos1 = 0x02;

const char* endName(hal::MqttEnd end) {
  switch (end) {
    case hal::MqttEnd::Network:
      return "network";
    case hal::MqttEnd::TlsFailed:
      return "tls_failed";
    case hal::MqttEnd::NotAuthorised:
      return "not_authorised";
    case hal::MqttEnd::Refused:
      break;
  }
  return "refused";
}

const char* transportName(hal::MqttTransport transport) {
  switch (transport) {
    case hal::MqttTransport::Tcp:
      return "tcp";
    case hal::MqttTransport::Tls:
      return "tls";
    case hal::MqttTransport::WebSocket:
      return "websocket";
    case hal::MqttTransport::WebSocketTls:
      break;
  }
  return "websocket_tls";
}

void addNumber(std::string& out, size_t number) {
  out += static_cast<char>(number >> 8);
  out += static_cast<char>(number & 0xff);
}

void addText(std::string& out, std::string_view text) {
  addNumber(out, text.size());
  out += text;
}

uint16_t readNumber(std::string_view bytes) {
  return static_cast<uint16_t>(static_cast<uint8_t>(bytes[0]) << 8 |
                               static_cast<uint8_t>(bytes[1]));
}

std::string makeGreeting(const hal::MqttOptions& options) {
  std::string body;
  addText(body, "MQTT");
  body += '\x04';
  body += kConnectFlags;
  addNumber(body, options.keepalive_seconds);
  for (const char* const text : {options.device_id, options.will_topic, options.will_payload,
                                 options.device_id, options.password}) {
    addText(body, text);
  }
  return body;
}

}  // namespace

bool SocketMqttClient::connect(const hal::MqttOptions& options, hal::MqttListener& listener) {
  reset();
  LogLine(world_.log, "mqtt")
      .text("state", "connecting")
      .text("transport", transportName(options.transport))
      .text("host", options.host)
      .number("port", options.port);
  listener_ = &listener;
  number_++;
  keepalive_ms_ = options.keepalive_seconds * 1000U;
  deadline_ms_ = clock_.nowMs() + kAttemptMs;
  greeting_ = makeGreeting(options);
  const bool is_tls = options.transport == hal::MqttTransport::Tls ||
                      options.transport == hal::MqttTransport::WebSocketTls;
  if (options.transport == hal::MqttTransport::Tcp ||
      options.transport == hal::MqttTransport::Tls) {
    stream_ = &wire_;
    wire_.open(options.host, options.port, is_tls);
  } else {
    stream_ = &web_socket_;
    web_socket_.open(options.host, options.port, options.path, is_tls);
  }
  return true;
}

void SocketMqttClient::disconnect(bool says_goodbye) {
  if (listener_ == nullptr) return;
  if (says_goodbye && is_connected_) {
    send(Packet::Disconnect, 0, {});
  }
  LogLine(world_.log, "mqtt").text("state", "disconnected").flag("said_goodbye", says_goodbye);
  reset();
}

uint16_t SocketMqttClient::publish(const char* topic, const char* payload, size_t length) {
  if (!is_connected_ || to_server_.size() > kMostBuffered) return 0;
  const uint16_t packet_id = nextPacketId();
  std::string body;
  addText(body, topic);
  addNumber(body, packet_id);
  body.append(payload, length);
  send(Packet::Publish, kQos1, body);
  unacknowledged_++;
  LogLine(world_.log, "mqtt")
      .text("state", "published")
      .text("topic", topic)
      .number("packet_id", packet_id)
      .text("payload", {payload, length});
  return packet_id;
}

bool SocketMqttClient::subscribe(const char* topic) {
  if (!is_connected_) return false;
  std::string body;
  addNumber(body, nextPacketId());
  addText(body, topic);
  body += '\x01';
  // Section 3.8.1: these flags are fixed.
  send(Packet::Subscribe, 0x02, body);
  return true;
}

void SocketMqttClient::poll() {
  if (listener_ == nullptr) return;
  if (!world_.passes_mqtt) return end(hal::MqttEnd::Network);
  stream_->poll();
  if (stream_->state() == StreamState::Open && !greeting_.empty()) {
    send(Packet::Connect, 0, std::exchange(greeting_, {}));
  }
  receive();
  const uint32_t number = number_;
  const auto isOver = [&] { return listener_ == nullptr || number_ != number; };
  while (takePacket() && !isOver()) {
  }
  if (isOver()) return;
  keepAlive();
  flush();
  checkEnd();
}

void SocketMqttClient::receive() {
  char part[4096];
  while (stream_->state() == StreamState::Open && received_.size() <= kMostBuffered) {
    const size_t got = stream_->read(part, sizeof part);
    if (got == 0) break;
    received_.append(part, got);
  }
}

bool SocketMqttClient::takePacket() {
  // Section 2.2.3: seven bits a byte, at most four bytes.
  size_t length = 0;
  size_t begin = 1;
  for (bool goes_on = true; goes_on; begin++) {
    if (received_.size() <= begin) return false;
    const auto byte = static_cast<uint8_t>(received_[begin]);
    length |= static_cast<size_t>(byte & 0x7f) << (7 * (begin - 1));
    goes_on = (byte & 0x80) != 0;
    if (length > kMostBuffered || begin > 4) {
      end(hal::MqttEnd::Network);
      return false;
    }
  }
  if (received_.size() < begin + length) return false;
  const auto head = static_cast<uint8_t>(received_[0]);
  const std::string body = received_.substr(begin, length);
  received_.erase(0, begin + length);
  const uint32_t number = number_;
  if (answer(static_cast<Packet>(head >> 4), head & 0x0f, body)) return true;
  if (listener_ != nullptr && number_ == number) end(hal::MqttEnd::Network);
  return false;
}

bool SocketMqttClient::answer(Packet type, uint8_t flags, std::string_view body) {
  switch (type) {
    case Packet::Connack:
      return takeConnectAnswer(body);
    case Packet::Publish:
      return takeMessage(flags, body);
    case Packet::Puback: {
      if (body.size() != 2 || unacknowledged_ == 0) return false;
      unacknowledged_--;
      const uint16_t packet_id = readNumber(body);
      LogLine(world_.log, "mqtt").text("state", "acknowledged").number("packet_id", packet_id);
      listener_->onMqttAcknowledged(packet_id);
      return true;
    }
    case Packet::Suback:
      return true;
    case Packet::Pingresp:
      awaits_ping_ = false;
      deadline_ms_ = clock_.nowMs() + keepalive_ms_ / 2;
      return true;
    case Packet::Connect:
    case Packet::Subscribe:
    case Packet::Pingreq:
    case Packet::Disconnect:
      break;
  }
  return false;
}

bool SocketMqttClient::takeConnectAnswer(std::string_view body) {
  if (body.size() != 2 || is_connected_) return false;
  // Section 3.2.2.3: 4 bad user name or password, 5 not authorised.
  const char code = body[1];
  if (code != 0) {
    end(code == 4 || code == 5 ? hal::MqttEnd::NotAuthorised : hal::MqttEnd::Refused);
    return false;
  }
  is_connected_ = true;
  LogLine(world_.log, "mqtt").text("state", "connected");
  listener_->onMqttConnected();
  return true;
}

bool SocketMqttClient::takeMessage(uint8_t flags, std::string_view body) {
  const bool is_answered = (flags & kQos1) != 0;
  const size_t topic_end = body.size() < 2 ? body.size() + 1 : size_t{2} + readNumber(body);
  const size_t payload_begin = topic_end + (is_answered ? 2 : 0);
  if (payload_begin > body.size()) return false;
  const std::string topic(body.substr(2, topic_end - 2));
  const std::string_view payload = body.substr(payload_begin);
  if (is_answered) send(Packet::Puback, 0, body.substr(topic_end, 2));
  LogLine(world_.log, "mqtt")
      .text("state", "message")
      .text("topic", topic)
      .text("payload", payload);
  listener_->onMqttMessage(topic.c_str(), reinterpret_cast<const uint8_t*>(payload.data()),
                           payload.size());
  return true;
}

void SocketMqttClient::keepAlive() {
  if (!is_connected_ || awaits_ping_ || clock_.nowMs() < deadline_ms_) return;
  send(Packet::Pingreq, 0, {});
  awaits_ping_ = true;
  deadline_ms_ = clock_.nowMs() + keepalive_ms_;
}

void SocketMqttClient::checkEnd() {
  if (stream_->state() == StreamState::Failed) {
    end(stream_->failure() == StreamFailure::Tls ? hal::MqttEnd::TlsFailed
                                                 : hal::MqttEnd::Network);
  } else if ((!is_connected_ || awaits_ping_) && clock_.nowMs() >= deadline_ms_) {
    end(hal::MqttEnd::Network);
  }
}

void SocketMqttClient::send(Packet type, uint8_t flags, std::string_view body) {
  to_server_ += static_cast<char>(static_cast<uint8_t>(type) << 4 | flags);
  size_t left = body.size();
  do {
    to_server_ += static_cast<char>((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  to_server_ += body;
  // As the vendor's client does: a ping when nothing was sent for half the time.
  if (is_connected_ && !awaits_ping_) deadline_ms_ = clock_.nowMs() + keepalive_ms_ / 2;
  flush();
}

void SocketMqttClient::flush() {
  to_server_.erase(0, stream_->write(to_server_.data(), to_server_.size()));
}

uint16_t SocketMqttClient::nextPacketId() {
  packet_id_ = packet_id_ == 0xffff ? 1 : static_cast<uint16_t>(packet_id_ + 1);
  return packet_id_;
}

void SocketMqttClient::end(hal::MqttEnd end) {
  LogLine(world_.log, "mqtt").text("state", "ended").text("failure", endName(end));
  hal::MqttListener* const listener = listener_;
  reset();
  listener->onMqttEnd(end);
}

void SocketMqttClient::reset() {
  listener_ = nullptr;
  is_connected_ = false;
  awaits_ping_ = false;
  unacknowledged_ = 0;
  stream_->close();
  greeting_.clear();
  to_server_.clear();
  received_.clear();
}

}  // namespace faiwatch::posix
