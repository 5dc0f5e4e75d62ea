#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/backoff.h"
#include "core/device-names.h"
#include "core/enrolment-store.h"
#include "core/protocol.h"
#include "core/server-list.h"
#include "core/server-url.h"
#include "hal/mqtt-client.h"
#include "hal/random.h"

namespace faiwatch {

/// What an MQTT session tells the link.
class MqttChannelListener {
 public:
  virtual void onMqttUp() = 0;
  virtual void onEventAcknowledged() = 0;
  virtual void onBeatAcknowledged() = 0;
  virtual void onCommand(const Command& command) = 0;
  /// The token was refused or the device was revoked; only HTTP tells which.
  virtual void onMqttNotAuthorised() = 0;

 protected:
  ~MqttChannelListener() = default;
};

/// Keeps an MQTT session to the server: it connects, waits between tries, and watches for acknowledgements.
///
///   Off        --start()-->                  Waiting
///   Waiting    --wait is over-->             Connecting
///   Connecting --CONNACK 0-->                Up        --failed, 20 s--> Waiting
///   Up         --ended, or no PUBACK in 10 s--> Waiting
///   any        --stop()-->                   Off
///
/// Each try is at the next server of the list. Once all have had their turn, tries change between the port that the
/// server named and its WebSocket, which may be the only way through a tunnel or a proxy. The way that worked is
/// tried first the next time. A server with https:// is never used
/// unencrypted: a port without TLS is ignored there, even if the server once named it.
class MqttChannel : private hal::MqttListener {
 public:
  enum class State : uint8_t { Off, Waiting, Connecting, Up };

  MqttChannel(hal::MqttClient& client, hal::Random& random, const DeviceId& device_id,
              const ServerList& servers, MqttChannelListener& listener);
  MqttChannel(const MqttChannel&) = delete;
  MqttChannel& operator=(const MqttChannel&) = delete;

  /// @param at the place of `server` in the list, which the first try is at
  /// @param enrolment must outlive the session
  void start(size_t at, const ServerUrl& server, const Enrolment& enrolment, uint64_t now_ms);
  /// @param says_goodbye the device leaves on purpose, so the server should not take it for lost
  void stop(bool says_goodbye);
  void tick(uint64_t now_ms);

  /// @returns false when the message was not taken: only one of each kind is in flight
  bool sendEvent(const char* message, uint64_t now_ms);
  bool sendBeat(const char* message, uint64_t now_ms);
  bool isEventInFlight() const { return event_.packet_id != 0; }
  bool isBeatInFlight() const { return beat_.packet_id != 0; }

  State state() const { return state_; }
  bool isUp() const { return state_ == State::Up; }
  /// The server that is being tried, or that the session is to, and its place.
  const ServerUrl& server() const { return server_; }
  size_t at() const { return at_; }
  /// Rounds of tries in a row in which nothing was acknowledged.
  uint32_t failures() const { return backoff_.failures(); }

 private:
  /// packet_id 0: nothing in flight.
  struct InFlight {
    uint16_t packet_id = 0;
    uint64_t sent_ms = 0;
  };

  static constexpr size_t kTopicBytes = 48;

  void connect(uint64_t now_ms);
  bool hasUsablePort() const;
  void fail(uint64_t now_ms);
  void waitAgain(uint64_t now_ms);
  bool send(const char* topic, const char* message, InFlight& slot, uint64_t now_ms);
  bool isStuck(uint64_t now_ms) const;
  bool isOverdue(const InFlight& slot, uint64_t now_ms) const;
  void makeTopic(const DeviceId& device_id, const char* leaf, char (&out)[kTopicBytes]);

  void onMqttConnected() override;
  void onMqttAcknowledged(uint16_t packet_id) override;
  void onMqttMessage(const char* topic, const uint8_t* payload, size_t length) override;
  void onMqttEnd(hal::MqttEnd end) override;

  hal::MqttClient& client_;
  const DeviceId& device_id_;
  const ServerList& servers_;
  MqttChannelListener& listener_;
  hal::Random& random_;
  Backoff backoff_;
  size_t at_ = 0;
  ServerUrl server_;
  const Enrolment* enrolment_ = nullptr;
  State state_ = State::Off;
  bool uses_web_socket_ = false;
  bool has_worked_ = false;
  uint64_t now_ms_ = 0;
  /// Waiting: when the wait is over. Connecting: when the try is given up.
  uint64_t due_ms_ = 0;
  InFlight event_;
  InFlight beat_;
  /// Since when the client has taken nothing; 0: it takes messages.
  uint64_t stuck_since_ms_ = 0;
  char beat_topic_[kTopicBytes];
  char event_topic_[kTopicBytes];
  char status_topic_[kTopicBytes];
  char command_topic_[kTopicBytes];
};

}  // namespace faiwatch
