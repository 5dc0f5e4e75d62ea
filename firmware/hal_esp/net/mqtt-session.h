#pragma once

#include <stdint.h>

#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "hal_esp/net/mqtt-command.h"
#include "mqtt_client.h"

namespace faiwatch::esp {

/// Whom a session tells what happens in it. Called from any task, which must not be kept for long: while it
/// is, nothing can be published.
class MqttSessionOwner {
 public:
  /// `word.session` is set.
  virtual void onWord(const MqttWord& word) = 0;
  virtual void onArrival(uint32_t session, const esp_mqtt_event_t& event) = 0;

 protected:
  ~MqttSessionOwner() = default;
};

/// One session by esp-mqtt, from init to destroy. All calls wait and come from one task, which is none of
/// the vendor's.
class MqttSession {
 public:
  explicit MqttSession(MqttSessionOwner& owner) : owner_(owner) {}
  MqttSession(const MqttSession&) = delete;
  MqttSession& operator=(const MqttSession&) = delete;

  /// Once, before anything else.
  void begin();

  /// Begins an attempt; how it ends is said by a word.
  void open(uint32_t number, const MqttSettings& settings);
  void publish(const MqttPublication& publication);
  void subscribe(const char* topic);
  /// Frees everything. No word comes after it. A connection that stands is left with DISCONNECT in any
  /// case, because esp-mqtt knows no other way; only a network that is gone swallows it.
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
  /// The vendor's task runs and has looked at its own state: from here on it can be stopped.
  StaticSemaphore_t begun_memory_ = {};
  SemaphoreHandle_t begun_ = nullptr;

  // Only in events, which the vendor's lock keeps apart.
  bool is_connected_ = false;
  hal::MqttEnd end_ = hal::MqttEnd::Network;
};

}  // namespace faiwatch::esp
