#pragma once

#include <stdint.h>

#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "hal_esp/net/mqtt-command.h"
#include "mqtt_client.h"

namespace faiwatch::esp {

/// Told what happens in a session, from any task. It must return soon, since nothing can be published meanwhile.
class MqttSessionOwner {
 public:
  /// `word.session` is set.
  virtual void onWord(const MqttWord& word) = 0;
  virtual void onArrival(uint32_t session, const esp_mqtt_event_t& event) = 0;

 protected:
  ~MqttSessionOwner() = default;
};

/// One session of esp-mqtt, from init to destroy. All calls block and come from one task of our own.
class MqttSession {
 public:
  explicit MqttSession(MqttSessionOwner& owner) : owner_(owner) {}
  MqttSession(const MqttSession&) = delete;
  MqttSession& operator=(const MqttSession&) = delete;

  /// Once, before anything else.
  void begin();

  /// Begins an attempt. A word tells how it ends.
  void open(uint32_t number, const MqttSettings& settings);
  void publish(const MqttPublication& publication);
  void subscribe(const char* topic);
  /// Frees everything. No word comes afterwards. esp-mqtt always leaves an open connection with DISCONNECT, which
  /// does not arrive if the network is gone.
  void close();

  /// 0: none.
  uint32_t number() const { return number_; }

 private:
  static void onEvent(void* self, esp_event_base_t base, int32_t id, void* data);
  void take(const esp_mqtt_event_t& event);
  void say(MqttWord word);

  MqttSessionOwner& owner_;
  esp_mqtt_client_handle_t client_ = nullptr;
  uint32_t number_ = 0;
  /// esp-mqtt's task has begun to run and can be stopped.
  StaticSemaphore_t begun_memory_ = {};
  SemaphoreHandle_t begun_ = nullptr;

  // Used only in events, which esp-mqtt's lock serialises.
  bool is_connected_ = false;
  hal::MqttEnd end_ = hal::MqttEnd::Network;
};

}  // namespace faiwatch::esp
