#pragma once

#include <stdint.h>

#include <string>
#include <string_view>

#include "hal/clock.h"
#include "hal/mqtt-client.h"
#include "hal/random.h"
#include "hal_posix/web-socket.h"
#include "hal_posix/wire.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// The client's side of MQTT 3.1.1, as far as the interface needs it, over TCP, TLS or a WebSocket. One
/// descriptor a session and no thread, so that a fleet fits into one process.
class SocketMqttClient final : public hal::MqttClient {
 public:
  SocketMqttClient(const Uplink& uplink, HostNetwork& network, SimTrust& trust, hal::Random& random,
                   const hal::Clock& clock, const World& world)
      : wire_(uplink, network, trust, world.log.board),
        web_socket_(wire_, random),
        clock_(clock),
        world_(world) {}

  bool connect(const hal::MqttOptions& options, hal::MqttListener& listener) override;
  void disconnect(bool says_goodbye) override;
  uint16_t publish(const char* topic, const char* payload, size_t length) override;
  bool subscribe(const char* topic) override;
  void poll() override;

  /// Whether something it said has not been answered yet.
  bool awaitsAnswer() const {
    return listener_ != nullptr && (!is_connected_ || unacknowledged_ > 0 || awaits_ping_);
  }

 private:
  enum class Packet : uint8_t;

  void receive();
  /// Takes one packet out of what came, and tells the listener.
  /// @returns false when there is no whole one, or the session is over
  bool takePacket();
  /// @returns false when a server does not say that
  bool answer(Packet type, uint8_t flags, std::string_view body);
  bool takeConnectAnswer(std::string_view body);
  bool takeMessage(uint8_t flags, std::string_view body);
  void keepAlive();
  void checkEnd();
  /// @param flags the lower half of the first byte
  void send(Packet type, uint8_t flags, std::string_view body);
  void flush();
  uint16_t nextPacketId();
  void end(hal::MqttEnd end);
  void reset();

  Wire wire_;
  WebSocket web_socket_;
  Stream* stream_ = &wire_;
  const hal::Clock& clock_;
  const World& world_;
  hal::MqttListener* listener_ = nullptr;
  /// Counts sessions: the listener may replace one by another at any word.
  uint32_t number_ = 0;
  bool is_connected_ = false;
  uint16_t packet_id_ = 0;
  uint32_t unacknowledged_ = 0;
  bool awaits_ping_ = false;
  uint32_t keepalive_ms_ = 0;
  /// When the attempt is given up, the next ping is due, or the last ping must have been answered.
  uint64_t deadline_ms_ = 0;
  /// CONNECT, until the stream is open.
  std::string greeting_;
  std::string to_server_;
  std::string received_;
};

}  // namespace faiwatch::posix
