#include "fake-broker.h"

#include <stdlib.h>

#include "desk-rtos.h"
#include "esp_tls.h"
#include "fake-tls.h"

namespace mqtt {

Broker broker;

}  // namespace mqtt

using mqtt::Broker;
using mqtt::broker;

/// Freed by destroy() as in esp-mqtt, so that a later use is caught.
struct esp_mqtt_client {
  enum class State { Idle, Connected, Down };
  State state = State::Idle;
  bool is_running = false;
  bool has_stopped = false;
  int last_step = 0;
  int last_id = 100;
  std::deque<int> acknowledged;
  esp_event_handler_t handler = nullptr;
  void* owner = nullptr;
};

namespace {

void post(esp_mqtt_client* client, esp_mqtt_event_t event) {
  static esp_mqtt_error_codes_t none = {};
  event.client = client;
  if (event.error_handle == nullptr) event.error_handle = &none;
  client->handler(client->owner, "MQTT_EVENTS", event.event_id, &event);
}

void post(esp_mqtt_client* client, esp_mqtt_event_id_t id, int message = 0) {
  esp_mqtt_event_t event = {};
  event.event_id = id;
  event.msg_id = message;
  post(client, event);
}

void postError(esp_mqtt_client* client, esp_mqtt_error_codes_t error) {
  esp_mqtt_event_t event = {};
  event.event_id = MQTT_EVENT_ERROR;
  event.error_handle = &error;
  post(client, event);
}

void goDown(esp_mqtt_client* client) {
  client->state = esp_mqtt_client::State::Down;
  post(client, MQTT_EVENT_DISCONNECTED);
}

bool connect(esp_mqtt_client* client) {
  esp_mqtt_error_codes_t error = {};
  error.error_type = MQTT_ERROR_TYPE_TCP_TRANSPORT;
  const auto has_answer = [] { return broker.answer != Broker::Answer::None; };
  if (rtos::wait(has_answer, static_cast<uint32_t>(broker.config.network.timeout_ms))) {
    if (broker.answer != Broker::Answer::Unreachable) {
      tls::shakeHands(broker.config.broker.verification.crt_bundle_attach);
    }
    switch (broker.answer) {
      case Broker::Answer::None:
      case Broker::Answer::Unreachable:
        error.esp_tls_last_esp_err = ESP_ERR_ESP_TLS_BASE + 4;
        break;
      case Broker::Answer::Accepts:
        return true;
      case Broker::Answer::BadCertificate:
        error.esp_tls_last_esp_err = ESP_ERR_MBEDTLS_SSL_HANDSHAKE_FAILED;
        break;
      case Broker::Answer::RefusesToken:
        error.error_type = MQTT_ERROR_TYPE_CONNECTION_REFUSED;
        error.connect_return_code = MQTT_CONNECTION_REFUSE_NOT_AUTHORIZED;
        break;
      case Broker::Answer::RefusesId:
        error.error_type = MQTT_ERROR_TYPE_CONNECTION_REFUSED;
        error.connect_return_code = MQTT_CONNECTION_REFUSE_ID_REJECTED;
        break;
    }
  }
  postError(client, error);
  goDown(client);
  return false;
}

void deliver(esp_mqtt_client* client) {
  while (!client->acknowledged.empty()) {
    const int id = client->acknowledged.front();
    client->acknowledged.pop_front();
    post(client, MQTT_EVENT_PUBLISHED, id);
  }
  while (!broker.to_say.empty()) {
    auto message = broker.to_say.front();
    broker.to_say.pop_front();
    esp_mqtt_event_t event = {};
    event.event_id = MQTT_EVENT_DATA;
    event.topic = message.first.data();
    event.topic_len = static_cast<int>(message.first.size());
    event.total_data_len = static_cast<int>(message.second.size());
    // What is longer than the buffer comes in parts; only the first has a topic.
    const int most = broker.config.buffer.size - 100;
    for (int at = 0; at < event.total_data_len; at += most) {
      event.data = message.second.data() + at;
      event.data_len = event.total_data_len - at < most ? event.total_data_len - at : most;
      event.current_data_offset = at;
      post(client, event);
      event.topic = nullptr;
      event.topic_len = 0;
    }
  }
}

void runTask(esp_mqtt_client* client) {
  // The task exists at once and runs when it is due.
  rtos::wait([] { return false; }, 20);
  client->is_running = true;
  post(client, MQTT_EVENT_BEFORE_CONNECT);
  if (connect(client)) {
    client->state = esp_mqtt_client::State::Connected;
    post(client, MQTT_EVENT_CONNECTED);
  }
  while (client->is_running) {
    rtos::wait(
        [client] {
          const bool is_up = client->state == esp_mqtt_client::State::Connected;
          return !client->is_running || (is_up && (broker.has_closed || !broker.to_say.empty() ||
                                                   !client->acknowledged.empty()));
        },
        1'000);
    if (!client->is_running || client->state != esp_mqtt_client::State::Connected) continue;
    deliver(client);
    if (broker.has_closed) {
      esp_mqtt_error_codes_t error = {};
      error.error_type = MQTT_ERROR_TYPE_TCP_TRANSPORT;
      error.esp_tls_last_esp_err = ESP_ERR_MBEDTLS_SSL_HANDSHAKE_FAILED - 2;
      postError(client, error);
      goDown(client);
    }
  }
  client->has_stopped = true;
  // As in esp-mqtt, the task last writes to memory that destroy() frees.
  rtos::wait([] { return false; }, 5);
  client->last_step = 1;
}

}  // namespace

extern "C" {

esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t* config) {
  broker.inits++;
  if (!broker.has_memory) return nullptr;
  broker.alive++;
  broker.config = *config;
  broker.host = config->broker.address.hostname;
  broker.device_id = config->credentials.client_id;
  broker.password = config->credentials.authentication.password;
  return new esp_mqtt_client;
}

esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, esp_mqtt_event_id_t,
                                         esp_event_handler_t handler, void* owner) {
  client->handler = handler;
  client->owner = owner;
  return ESP_OK;
}

esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client) {
  rtos::spawn([client] { runTask(client); });
  return ESP_OK;
}

esp_err_t esp_mqtt_client_stop(esp_mqtt_client_handle_t client) {
  if (!client->is_running) return ESP_FAIL;
  if (client->state == esp_mqtt_client::State::Connected) broker.goodbyes++;
  client->is_running = false;
  rtos::wait([client] { return client->has_stopped; }, UINT32_MAX);
  return ESP_OK;
}

esp_err_t esp_mqtt_client_destroy(esp_mqtt_client_handle_t client) {
  broker.alive--;
  delete client;
  return ESP_OK;
}

int esp_mqtt_client_subscribe_single(esp_mqtt_client_handle_t, const char* topic, int) {
  broker.subscriptions.push_back(topic);
  return 1;
}

int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char* topic, const char* data,
                            int length, int qos, int retain) {
  if (qos != 1 || retain != 0) abort();
  if (broker.is_broken) {
    goDown(client);
    return -1;
  }
  broker.heard.emplace_back(topic, std::string(data, static_cast<size_t>(length)));
  const int id = ++client->last_id;
  if (broker.acknowledges && broker.is_quick) post(client, MQTT_EVENT_PUBLISHED, id);
  if (broker.acknowledges && !broker.is_quick) client->acknowledged.push_back(id);
  return id;
}
}
