#pragma once

#include <stdint.h>

#include <deque>
#include <memory>
#include <string>

#include "hal/clock.h"
#include "hal/mqtt-client.h"
#include "hal/random.h"
#include "hal_posix/descriptor.h"
#include "hal_posix/web-socket.h"
#include "hal_posix/wire.h"
#include "hal_posix/world.h"

struct mosquitto;
struct mosquitto_message;

namespace faiwatch::posix {

/// MQTT by libmosquitto. The library speaks to one end of a local connection; from its other end the
/// bytes go over TCP, TLS or a WebSocket. So all transports work, no call waits for a name or a
/// connection, and a dead uplink is silent as it is on a board.
class MosquittoClient final : public hal::MqttClient {
 public:
  MosquittoClient(const Uplink& uplink, TrustedRoots& roots, hal::Random& random,
                  const hal::Clock& clock, const World& world);
  ~MosquittoClient();

  bool connect(const hal::MqttOptions& options, hal::MqttListener& listener) override;
  void disconnect(bool says_goodbye) override;
  uint16_t publish(const char* topic, const char* payload, size_t length) override;
  bool subscribe(const char* topic) override;
  void poll() override;

  /// Whether something it said has not been answered yet.
  bool awaitsAnswer() const {
    return listener_ != nullptr && (!is_connected_ || unacknowledged_ > 0);
  }

 private:
  /// What the library said, until the listener is told.
  struct Word {
    enum class Kind : uint8_t { Connected, Refused, Acknowledged, Message };
    Kind kind;
    int number;
    std::string topic;
    std::string payload;
  };
  struct Free {
    void operator()(mosquitto* client) const;
  };

  static MosquittoClient& self(void* object) { return *static_cast<MosquittoClient*>(object); }
  static void onConnect(mosquitto*, void* object, int code);
  static void onPublish(mosquitto*, void* object, int packet_id);
  static void onMessage(mosquitto*, void* object, const mosquitto_message* message);

  bool begin(const hal::MqttOptions& options);
  bool joinLocally(uint16_t keepalive_seconds);
  /// From the server to the library.
  void pumpIn();
  /// From the library to the server.
  void pumpOut();
  void tellListener();
  void checkEnd();
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
  std::unique_ptr<mosquitto, Free> client_;
  Descriptor local_;
  bool is_connected_ = false;
  bool is_lost_ = false;
  uint32_t unacknowledged_ = 0;
  /// When an attempt that has come to nothing is given up.
  uint64_t deadline_ms_ = 0;
  std::string to_server_;
  std::string to_client_;
  std::deque<Word> words_;
};

}  // namespace faiwatch::posix
