#include "hal_esp/net/mqtt-session.h"

#include "freertos/task.h"
#include "hal_esp/net/handshake.h"
#include "hal_esp/net/tls-error.h"
#include "hal_esp/net/worker.h"

namespace faiwatch::esp {

namespace {

/// Time-out for connecting and for sending a packet. Core gives up an attempt after 15 s.
constexpr int kNetworkMs = 10'000;
/// Longer than core waits for a PUBACK. Core then sends the message again in another session, with its new age.
constexpr int kRetransmitMs = 60'000;
/// esp-mqtt's task sleeps for half of this when its connection is gone, and stopping waits for the task.
constexpr int kIdleMs = 1'000;
constexpr int kStackBytes = 7'168;
/// The longest command that core takes, and the longest message it sends, each with its topic in one piece.
constexpr int kInBytes = hal::kCommandBytes + 128;
constexpr int kOutBytes = kMessageBytes + 128;
constexpr TickType_t kBeginTicks = pdMS_TO_TICKS(5'000);
/// Time for esp-mqtt's task to end after it has said so. Until then it writes into memory that destroy() frees.
constexpr TickType_t kLastStepsTicks = pdMS_TO_TICKS(50);

esp_mqtt_transport_t transportOf(hal::MqttTransport transport) {
  switch (transport) {
    case hal::MqttTransport::Tcp:
      return MQTT_TRANSPORT_OVER_TCP;
    case hal::MqttTransport::Tls:
      return MQTT_TRANSPORT_OVER_SSL;
    case hal::MqttTransport::WebSocket:
      return MQTT_TRANSPORT_OVER_WS;
    case hal::MqttTransport::WebSocketTls:
      break;
  }
  return MQTT_TRANSPORT_OVER_WSS;
}

bool isTls(hal::MqttTransport transport) {
  return transport == hal::MqttTransport::Tls || transport == hal::MqttTransport::WebSocketTls;
}

/// esp-mqtt copies every text.
esp_mqtt_client_config_t makeConfig(const MqttSettings& settings) {
  esp_mqtt_client_config_t config = {};
  config.broker.address.hostname = settings.host;
  config.broker.address.port = settings.port;
  config.broker.address.transport = transportOf(settings.transport);
  config.broker.address.path = settings.path;
  // esp-mqtt refuses verification settings for a connection without TLS.
  if (isTls(settings.transport)) {
    config.broker.verification.crt_bundle_attach = enterHandshake;
  }
  config.credentials.client_id = settings.device_id;
  config.credentials.username = settings.device_id;
  config.credentials.authentication.password = settings.password;
  config.session.last_will.topic = settings.will_topic;
  config.session.last_will.msg = settings.will_payload;
  config.session.last_will.qos = 1;
  config.session.keepalive = settings.keepalive_seconds;
  config.session.protocol_ver = MQTT_PROTOCOL_V_3_1_1;
  config.session.message_retransmit_timeout = kRetransmitMs;
  config.network.disable_auto_reconnect = true;
  config.network.reconnect_timeout_ms = kIdleMs;
  config.network.timeout_ms = kNetworkMs;
  config.task.priority = static_cast<int>(kVendorMqttPriority);
  config.task.stack_size = kStackBytes;
  config.buffer.size = kInBytes;
  config.buffer.out_size = kOutBytes;
  return config;
}

hal::MqttEnd endOf(const esp_mqtt_error_codes_t& error, bool was_connected) {
  switch (error.error_type) {
    case MQTT_ERROR_TYPE_CONNECTION_REFUSED:
      // MQTT 3.1.1 section 3.2.2.3: 4 bad user name or password, 5 not authorised.
      return error.connect_return_code == MQTT_CONNECTION_REFUSE_BAD_USERNAME ||
                     error.connect_return_code == MQTT_CONNECTION_REFUSE_NOT_AUTHORIZED
                 ? hal::MqttEnd::NotAuthorised
                 : hal::MqttEnd::Refused;
    case MQTT_ERROR_TYPE_TCP_TRANSPORT:
      // A connection that was up and broke did not break because of its certificate.
      return !was_connected && isTlsError(error.esp_tls_last_esp_err) ? hal::MqttEnd::TlsFailed
                                                                      : hal::MqttEnd::Network;
    case MQTT_ERROR_TYPE_NONE:
    case MQTT_ERROR_TYPE_SUBSCRIBE_FAILED:
      break;
  }
  return hal::MqttEnd::Network;
}

}  // namespace

void MqttSession::begin() { begun_ = xSemaphoreCreateBinaryStatic(&begun_memory_); }

void MqttSession::open(uint32_t number, const MqttSettings& settings) {
  close();
  number_ = number;
  is_connected_ = false;
  end_ = hal::MqttEnd::Network;
  xSemaphoreTake(begun_, 0);
  const esp_mqtt_client_config_t config = makeConfig(settings);
  client_ = esp_mqtt_client_init(&config);
  if (client_ != nullptr &&
      esp_mqtt_client_register_event(client_, MQTT_EVENT_ANY, onEvent, this) == ESP_OK &&
      esp_mqtt_client_start(client_) == ESP_OK) {
    // If destroyed before its first step, esp-mqtt's task would run on freed memory.
    xSemaphoreTake(begun_, kBeginTicks);
    return;
  }
  // Memory has run out.
  MqttWord word = {};
  word.kind = MqttWord::Kind::Ended;
  say(word);
}

void MqttSession::publish(const MqttPublication& publication) {
  if (client_ == nullptr) return;
  const int vendor_id = esp_mqtt_client_publish(client_, publication.topic, publication.payload,
                                                publication.length, 1, 0);
  MqttWord word = {};
  word.kind = vendor_id > 0 ? MqttWord::Kind::Sent : MqttWord::Kind::Unsent;
  word.packet_id = publication.packet_id;
  word.vendor_id = vendor_id;
  say(word);
}

void MqttSession::subscribe(const char* topic) {
  if (client_ != nullptr) esp_mqtt_client_subscribe_single(client_, topic, 1);
}

void MqttSession::close() {
  if (client_ != nullptr) {
    // This fails if esp-mqtt's task is ending by itself. The task may still be running on the other core, so the wait
    // follows in either case.
    (void)esp_mqtt_client_stop(client_);
    vTaskDelay(kLastStepsTicks);
    esp_mqtt_client_destroy(client_);
    client_ = nullptr;
  }
  number_ = 0;
}

/// Runs in esp-mqtt's task, or in the publishing task if publishing ends the connection.
void MqttSession::onEvent(void* self, esp_event_base_t, int32_t, void* data) {
  static_cast<MqttSession*>(self)->take(*static_cast<esp_mqtt_event_t*>(data));
}

void MqttSession::take(const esp_mqtt_event_t& event) {
  MqttWord word = {};
  switch (event.event_id) {
    case MQTT_EVENT_BEFORE_CONNECT:
      xSemaphoreGive(begun_);
      return;
    case MQTT_EVENT_CONNECTED:
      leaveHandshake();
      is_connected_ = true;
      word.kind = MqttWord::Kind::Connected;
      return say(word);
    case MQTT_EVENT_ERROR:
      // A refused subscription does not end the session.
      if (event.error_handle->error_type != MQTT_ERROR_TYPE_SUBSCRIBE_FAILED) {
        end_ = endOf(*event.error_handle, is_connected_);
      }
      return;
    case MQTT_EVENT_DISCONNECTED:
      leaveHandshake();
      is_connected_ = false;
      word.kind = MqttWord::Kind::Ended;
      word.end = end_;
      return say(word);
    case MQTT_EVENT_PUBLISHED:
      word.kind = MqttWord::Kind::Acknowledged;
      word.vendor_id = event.msg_id;
      return say(word);
    case MQTT_EVENT_DATA:
      return owner_.onArrival(number_, event);
    default:
      return;
  }
}

void MqttSession::say(MqttWord word) {
  word.session = number_;
  owner_.onWord(word);
}

}  // namespace faiwatch::esp
