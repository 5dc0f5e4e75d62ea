#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "hal/mqtt-client.h"
#include "hal_esp/net/channel.h"
#include "hal_esp/net/mqtt-command.h"
#include "hal_esp/net/mqtt-session.h"
#include "hal_esp/net/packet-ids.h"
#include "hal_esp/net/shared.h"
#include "hal_esp/net/worker.h"

namespace faiwatch::esp {

/// MQTT by esp-mqtt. Its calls block on its lock, on the network, and until its task ends. A task of our own
/// therefore makes them, and core's task only uses queues.
class EspMqttClient final : public hal::MqttClient, private MqttSessionOwner {
 public:
  explicit EspMqttClient(const hal::Clock& clock) : clock_(clock) {}
  EspMqttClient(const EspMqttClient&) = delete;
  EspMqttClient& operator=(const EspMqttClient&) = delete;

  /// Once, before anything else.
  void begin();

  bool connect(const hal::MqttOptions& options, hal::MqttListener& listener) override;
  void disconnect(bool says_goodbye) override;
  uint16_t publish(const char* topic, const char* payload, size_t length) override;
  bool subscribe(const char* topic) override;
  void poll() override;

 private:
  static void run(void* self);
  [[noreturn]] void work();
  void obey(const MqttCommand& command);
  void onWord(const MqttWord& word) override;
  void onArrival(uint32_t session, const esp_mqtt_event_t& event) override;

  bool isOpen(uint32_t session) const { return listener_ != nullptr && session_ == session; }
  void tell(const MqttWord& word);
  bool takeArrival() { return xSemaphoreTake(arrival_there_, 0) == pdTRUE; }
  void freeArrival() { xSemaphoreGive(arrival_free_); }
  void finish(hal::MqttEnd end);
  void release();

  const hal::Clock& clock_;

  // Core's task.
  hal::MqttListener* listener_ = nullptr;
  uint32_t session_ = 0;
  bool is_connected_ = false;
  uint64_t deadline_ms_ = 0;
  PacketIds ids_;
  MqttCommand draft_ = {};

  // Our MQTT task.
  MqttSession vendor_{*this};
  MqttCommand command_ = {};

  // Between them.
  /// After connecting, core sends subscription and status at once, and waits for room with the rest.
  Channel<MqttCommand, 2> commands_;
  Channel<MqttWord, 24> words_;
  /// Owned by esp-mqtt's task from taking arrival_free_ until giving arrival_there_.
  MqttArrival arrival_ = {};
  StaticSemaphore_t arrival_free_memory_ = {};
  SemaphoreHandle_t arrival_free_ = nullptr;
  StaticSemaphore_t arrival_there_memory_ = {};
  SemaphoreHandle_t arrival_there_ = nullptr;
  /// The session that is wanted; 0: none.
  Shared<uint32_t> wanted_{0};
  /// The task writes through TLS, but handshakes run in esp-mqtt's task.
  Worker<4096> worker_;
};

}  // namespace faiwatch::esp
