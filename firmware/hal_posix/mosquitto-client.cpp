#include "hal_posix/mosquitto-client.h"

#include <mosquitto.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

/// The interface's limit for an attempt.
constexpr uint32_t kAttemptMs = 15'000;
constexpr size_t kMostBuffered = 65'536;

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

}  // namespace

void MosquittoClient::Free::operator()(mosquitto* client) const { mosquitto_destroy(client); }

MosquittoClient::MosquittoClient(const Uplink& uplink, TrustedRoots& roots,
                                 hal::Random& random, const hal::Clock& clock, const World& world)
    : wire_(uplink, roots),
      web_socket_(wire_, random),
      clock_(clock),
      world_(world) {
  mosquitto_lib_init();
}

MosquittoClient::~MosquittoClient() { reset(); }

bool MosquittoClient::connect(const hal::MqttOptions& options, hal::MqttListener& listener) {
  reset();
  if (!begin(options)) {
    reset();
    return false;
  }
  LogLine("mqtt")
      .text("state", "connecting")
      .text("transport", transportName(options.transport))
      .text("host", options.host)
      .number("port", options.port);
  listener_ = &listener;
  number_++;
  deadline_ms_ = clock_.nowMs() + kAttemptMs;
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

void MosquittoClient::disconnect(bool says_goodbye) {
  if (listener_ == nullptr) return;
  if (says_goodbye && is_connected_) {
    mosquitto_disconnect(client_.get());
    pumpOut();
  }
  LogLine("mqtt").text("state", "disconnected").flag("said_goodbye", says_goodbye);
  reset();
}

uint16_t MosquittoClient::publish(const char* topic, const char* payload, size_t length) {
  if (!is_connected_ || to_server_.size() > kMostBuffered) return 0;
  int packet_id = 0;
  if (mosquitto_publish(client_.get(), &packet_id, topic, static_cast<int>(length), payload, 1,
                        false) != MOSQ_ERR_SUCCESS) {
    return 0;
  }
  unacknowledged_++;
  LogLine("mqtt")
      .text("state", "published")
      .text("topic", topic)
      .number("packet_id", packet_id)
      .text("payload", {payload, length});
  return static_cast<uint16_t>(packet_id);
}

bool MosquittoClient::subscribe(const char* topic) {
  return is_connected_ &&
         mosquitto_subscribe(client_.get(), nullptr, topic, 1) == MOSQ_ERR_SUCCESS;
}

void MosquittoClient::poll() {
  if (listener_ == nullptr) return;
  if (!world_.passes_mqtt) return end(hal::MqttEnd::Network);
  stream_->poll();
  pumpOut();
  pumpIn();
  is_lost_ = is_lost_ || mosquitto_loop(client_.get(), 0, 1) != MOSQ_ERR_SUCCESS;
  pumpOut();
  const uint32_t number = number_;
  tellListener();
  if (listener_ != nullptr && number_ == number) checkEnd();
}

void MosquittoClient::onConnect(mosquitto*, void* object, int code) {
  self(object).words_.push_back(
      {code == 0 ? Word::Kind::Connected : Word::Kind::Refused, code, {}, {}});
}

void MosquittoClient::onPublish(mosquitto*, void* object, int packet_id) {
  self(object).words_.push_back({Word::Kind::Acknowledged, packet_id, {}, {}});
}

void MosquittoClient::onMessage(mosquitto*, void* object, const mosquitto_message* message) {
  self(object).words_.push_back(
      {Word::Kind::Message, 0, message->topic,
       std::string(static_cast<const char*>(message->payload),
                   static_cast<size_t>(message->payloadlen))});
}

bool MosquittoClient::begin(const hal::MqttOptions& options) {
  client_.reset(mosquitto_new(options.device_id, true, this));
  if (!client_) return false;
  mosquitto_connect_callback_set(client_.get(), onConnect);
  mosquitto_publish_callback_set(client_.get(), onPublish);
  mosquitto_message_callback_set(client_.get(), onMessage);
  return mosquitto_username_pw_set(client_.get(), options.device_id, options.password) ==
             MOSQ_ERR_SUCCESS &&
         mosquitto_will_set(client_.get(), options.will_topic,
                            static_cast<int>(strlen(options.will_payload)), options.will_payload,
                            1, false) == MOSQ_ERR_SUCCESS &&
         joinLocally(options.keepalive_seconds);
}

bool MosquittoClient::joinLocally(uint16_t keepalive_seconds) {
  const Descriptor listening(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (bind(listening.get(), name, length) != 0 || listen(listening.get(), 1) != 0 ||
      getsockname(listening.get(), name, &length) != 0) {
    return false;
  }
  // A local connection is made at once, before anybody accepts it.
  if (mosquitto_connect(client_.get(), "127.0.0.1", ntohs(address.sin_port), keepalive_seconds) !=
      MOSQ_ERR_SUCCESS) {
    return false;
  }
  local_ = Descriptor(accept4(listening.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  return static_cast<bool>(local_);
}

void MosquittoClient::pumpIn() {
  char part[4096];
  while (stream_->state() == StreamState::Open && to_client_.size() <= kMostBuffered) {
    const size_t got = stream_->read(part, sizeof part);
    if (got == 0) break;
    to_client_.append(part, got);
  }
  const ssize_t put = send(local_.get(), to_client_.data(), to_client_.size(), MSG_NOSIGNAL);
  if (put > 0) to_client_.erase(0, static_cast<size_t>(put));
}

void MosquittoClient::pumpOut() {
  char part[4096];
  while (to_server_.size() <= kMostBuffered) {
    const ssize_t got = recv(local_.get(), part, sizeof part, 0);
    if (got <= 0) break;
    to_server_.append(part, static_cast<size_t>(got));
  }
  to_server_.erase(0, stream_->write(to_server_.data(), to_server_.size()));
}

void MosquittoClient::tellListener() {
  const uint32_t number = number_;
  while (listener_ != nullptr && number_ == number && !words_.empty()) {
    const Word word = std::move(words_.front());
    words_.pop_front();
    switch (word.kind) {
      case Word::Kind::Connected:
        is_connected_ = true;
        LogLine("mqtt").text("state", "connected");
        listener_->onMqttConnected();
        break;
      case Word::Kind::Refused:
        // MQTT 3.1.1 section 3.2.2.3: 4 bad user name or password, 5 not authorised.
        end(word.number == 4 || word.number == 5 ? hal::MqttEnd::NotAuthorised
                                                 : hal::MqttEnd::Refused);
        break;
      case Word::Kind::Acknowledged:
        unacknowledged_--;
        LogLine("mqtt").text("state", "acknowledged").number("packet_id", word.number);
        listener_->onMqttAcknowledged(static_cast<uint16_t>(word.number));
        break;
      case Word::Kind::Message:
        LogLine("mqtt")
            .text("state", "message")
            .text("topic", word.topic)
            .text("payload", word.payload);
        listener_->onMqttMessage(word.topic.c_str(),
                                 reinterpret_cast<const uint8_t*>(word.payload.data()),
                                 word.payload.size());
        break;
    }
  }
}

void MosquittoClient::checkEnd() {
  if (stream_->state() == StreamState::Failed && to_client_.empty()) {
    end(stream_->failure() == StreamFailure::Tls ? hal::MqttEnd::TlsFailed
                                                 : hal::MqttEnd::Network);
  } else if (is_lost_ || (!is_connected_ && clock_.nowMs() >= deadline_ms_)) {
    end(hal::MqttEnd::Network);
  }
}

void MosquittoClient::end(hal::MqttEnd end) {
  LogLine("mqtt").text("state", "ended").text("failure", endName(end));
  hal::MqttListener* const listener = listener_;
  reset();
  listener->onMqttEnd(end);
}

void MosquittoClient::reset() {
  listener_ = nullptr;
  is_connected_ = false;
  is_lost_ = false;
  unacknowledged_ = 0;
  stream_->close();
  client_.reset();
  local_.close();
  to_server_.clear();
  to_client_.clear();
  words_.clear();
}

}  // namespace faiwatch::posix
