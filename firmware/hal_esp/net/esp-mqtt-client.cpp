#include "hal_esp/net/esp-mqtt-client.h"

#include <string.h>

#include "core/text.h"

namespace faiwatch::esp {

namespace {

/// The time limit of an attempt, by hal/mqtt-client.h.
constexpr uint64_t kAttemptMs = 15'000;
/// How often our task checks whether its session is still wanted.
constexpr TickType_t kLookTicks = pdMS_TO_TICKS(500);
/// Several commands may come in one packet. Core takes them within some 10 ms.
constexpr TickType_t kArrivalTicks = pdMS_TO_TICKS(100);

}  // namespace

void EspMqttClient::begin() {
  commands_.begin();
  words_.begin();
  arrival_free_ = xSemaphoreCreateBinaryStatic(&arrival_free_memory_);
  arrival_there_ = xSemaphoreCreateBinaryStatic(&arrival_there_memory_);
  freeArrival();
  vendor_.begin();
  worker_.begin(run, this, "mqtt", kMqttPriority);
}

bool EspMqttClient::connect(const hal::MqttOptions& options, hal::MqttListener& listener) {
  release();
  draft_ = {};
  draft_.kind = MqttCommand::Kind::Connect;
  if (!makeMqttSettings(options, draft_.settings)) return false;
  // 0 means none.
  if (++session_ == 0) session_ = 1;
  draft_.session = session_;
  // What is left in the queues belongs to sessions that are over.
  commands_.clear();
  words_.clear();
  if (takeArrival()) freeArrival();
  ids_.clear();
  wanted_.store(session_);
  if (!commands_.send(draft_)) {
    wanted_.store(0);
    return false;
  }
  listener_ = &listener;
  is_connected_ = false;
  deadline_ms_ = clock_.nowMs() + kAttemptMs;
  return true;
}

/// esp-mqtt sends DISCONNECT in either case if it can; see MqttSession::close().
void EspMqttClient::disconnect(bool) { release(); }

uint16_t EspMqttClient::publish(const char* topic, const char* payload, size_t length) {
  if (listener_ == nullptr || !is_connected_ || length > sizeof draft_.publication.payload) {
    return 0;
  }
  draft_ = {};
  draft_.kind = MqttCommand::Kind::Publish;
  draft_.session = session_;
  MqttPublication& publication = draft_.publication;
  if (!TextWriter(publication.topic, sizeof publication.topic).add(topic).ok()) return 0;
  memcpy(publication.payload, payload, length);
  publication.length = static_cast<uint16_t>(length);
  publication.packet_id = ids_.take();
  if (publication.packet_id == 0) return 0;
  if (commands_.send(draft_)) return publication.packet_id;
  ids_.drop(publication.packet_id);
  return 0;
}

bool EspMqttClient::subscribe(const char* topic) {
  if (listener_ == nullptr || !is_connected_) return false;
  draft_ = {};
  draft_.kind = MqttCommand::Kind::Subscribe;
  draft_.session = session_;
  MqttPublication& publication = draft_.publication;
  return TextWriter(publication.topic, sizeof publication.topic).add(topic).ok() &&
         commands_.send(draft_);
}

void EspMqttClient::poll() {
  const uint32_t session = session_;
  MqttWord word;
  while (isOpen(session) && words_.receive(word)) {
    if (word.session == session) tell(word);
  }
  while (isOpen(session) && is_connected_ && takeArrival()) {
    if (arrival_.session == session) {
      listener_->onMqttMessage(arrival_.topic, arrival_.payload, arrival_.length);
    }
    freeArrival();
  }
  if (isOpen(session) && !is_connected_ && clock_.nowMs() >= deadline_ms_) {
    finish(hal::MqttEnd::Network);
  }
}

void EspMqttClient::tell(const MqttWord& word) {
  switch (word.kind) {
    case MqttWord::Kind::Connected:
      is_connected_ = true;
      return listener_->onMqttConnected();
    case MqttWord::Kind::Ended:
      return finish(word.end);
    case MqttWord::Kind::Sent:
      if (ids_.send(word.packet_id, word.vendor_id)) {
        listener_->onMqttAcknowledged(word.packet_id);
      }
      return;
    case MqttWord::Kind::Unsent:
      // Core gets no PUBACK and begins a new session.
      return ids_.drop(word.packet_id);
    case MqttWord::Kind::Acknowledged: {
      const uint16_t packet_id = ids_.acknowledge(word.vendor_id);
      if (packet_id != 0) listener_->onMqttAcknowledged(packet_id);
      return;
    }
  }
}

void EspMqttClient::finish(hal::MqttEnd end) {
  hal::MqttListener* const listener = listener_;
  release();
  listener->onMqttEnd(end);
}

void EspMqttClient::release() {
  if (listener_ == nullptr) return;
  listener_ = nullptr;
  is_connected_ = false;
  wanted_.store(0);
  draft_ = {};
  draft_.kind = MqttCommand::Kind::Wake;
  // A full queue wakes the task as well.
  commands_.send(draft_);
}

void EspMqttClient::run(void* self) { static_cast<EspMqttClient*>(self)->work(); }

void EspMqttClient::work() {
  for (;;) {
    const bool has_command = commands_.receive(command_, kLookTicks);
    if (vendor_.number() != 0 && vendor_.number() != wanted_.load()) vendor_.close();
    if (has_command) obey(command_);
  }
}

void EspMqttClient::obey(const MqttCommand& command) {
  switch (command.kind) {
    case MqttCommand::Kind::Connect:
      if (command.session == wanted_.load()) vendor_.open(command.session, command.settings);
      return;
    case MqttCommand::Kind::Publish:
      if (command.session == vendor_.number()) vendor_.publish(command.publication);
      return;
    case MqttCommand::Kind::Subscribe:
      if (command.session == vendor_.number()) vendor_.subscribe(command.publication.topic);
      return;
    case MqttCommand::Kind::Wake:
      return;
  }
}

/// A lost word has the same effect as a PUBACK or a connection that never came.
void EspMqttClient::onWord(const MqttWord& word) { words_.send(word); }

/// Messages that are longer, or that core does not take in time, are dropped.
void EspMqttClient::onArrival(uint32_t session, const esp_mqtt_event_t& event) {
  const bool is_whole = event.current_data_offset == 0 && event.data_len == event.total_data_len;
  if (!is_whole || event.data_len < 0 || event.topic_len < 0 ||
      static_cast<size_t>(event.data_len) > sizeof arrival_.payload ||
      static_cast<size_t>(event.topic_len) >= sizeof arrival_.topic) {
    return;
  }
  if (xSemaphoreTake(arrival_free_, kArrivalTicks) != pdTRUE) return;
  arrival_.session = session;
  // Null where the board has none of that memory.
  if (event.topic_len > 0) {
    memcpy(arrival_.topic, event.topic, static_cast<size_t>(event.topic_len));
  }
  arrival_.topic[event.topic_len] = '\0';
  if (event.data_len > 0) {
    memcpy(arrival_.payload, event.data, static_cast<size_t>(event.data_len));
  }
  arrival_.length = static_cast<uint16_t>(event.data_len);
  xSemaphoreGive(arrival_there_);
}

}  // namespace faiwatch::esp
