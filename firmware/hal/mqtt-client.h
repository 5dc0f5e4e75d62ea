#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

enum class MqttTransport : uint8_t { Tcp, Tls, WebSocket, WebSocketTls };

/// All pointers stay valid and unchanged until the session has ended.
struct MqttOptions {
  MqttTransport transport;
  const char* host;
  uint16_t port;
  /// Of the WebSocket, subprotocol `mqtt`.
  const char* path;
  /// Client id and user name.
  const char* device_id;
  const char* password;
  uint16_t keepalive_seconds;
  /// QoS 1, not retained.
  const char* will_topic;
  const char* will_payload;
};

/// Of a message to the device; the server's are shorter.
constexpr size_t kCommandBytes = 512;

enum class MqttEnd : uint8_t {
  /// No connection, or it broke, or was closed by the server, or pings went unanswered.
  Network,
  TlsFailed,
  /// CONNACK 4 or 5: the token is wrong, or the device was revoked. HTTP says which.
  NotAuthorised,
  /// Any other CONNACK but 0.
  Refused,
};

/// Called only from within MqttClient::poll(). It may publish and subscribe from there, but neither
/// connect nor disconnect.
class MqttListener {
 public:
  virtual void onMqttConnected() = 0;
  /// PUBACK of a publish with QoS 1.
  virtual void onMqttAcknowledged(uint16_t packet_id) = 0;
  /// Payloads over kCommandBytes may be left out.
  virtual void onMqttMessage(const char* topic, const uint8_t* payload, size_t length) = 0;
  /// The attempt failed or the session ended; exactly once per connect(), last; not after disconnect().
  virtual void onMqttEnd(MqttEnd end) = 0;

 protected:
  ~MqttListener() = default;
};

/// MQTT 3.1.1, clean session, one session per connect(). The client does not reconnect by itself, and neither
/// repeats nor keeps messages: an event that is sent again has a new age, so only core may send it. No call
/// blocks.
class MqttClient {
 public:
  /// Begins an attempt, which ends within 15 s with onMqttConnected or onMqttEnd.
  /// @returns false when none can be begun; the listener is then not called
  virtual bool connect(const MqttOptions& options, MqttListener& listener) = 0;
  /// Ends attempt or session without a word to the listener.
  /// @param says_goodbye sends DISCONNECT, so that the server does not take the end for a loss. Espressif's client
  ///   always sends it. The server then notices a loss by missing heartbeats, not after ten seconds
  virtual void disconnect(bool says_goodbye) = 0;
  /// QoS 1, not retained; the bytes are copied or sent before it returns.
  /// @returns the packet id, 1 to 65535; 0: not taken (no session, or its buffer is full)
  virtual uint16_t publish(const char* topic, const char* payload, size_t length) = 0;
  /// QoS 1.
  virtual bool subscribe(const char* topic) = 0;
  virtual void poll() = 0;

 protected:
  ~MqttClient() = default;
};

}  // namespace faiwatch::hal
