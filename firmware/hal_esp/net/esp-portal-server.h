#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "hal/portal-server.h"
#include "hal_esp/net/portal-reply.h"
#include "hal_esp/net/portal-visitor.h"
#include "hal_esp/net/socket.h"

namespace faiwatch::esp {

/// The portal on plain sockets of 4.3.2.1, served from core's own task. esp_http_server would call back from a task
/// of its own, and would not pass on requests for other host names. The sockets are bound to the set-up network's
/// address and interface, so the portal cannot be reached from the station's network.
class EspPortalServer final : public hal::PortalServer {
 public:
  explicit EspPortalServer(const hal::Clock& clock) : clock_(clock) {}
  ~EspPortalServer() { stop(); }
  EspPortalServer(const EspPortalServer&) = delete;
  EspPortalServer& operator=(const EspPortalServer&) = delete;

  bool start(hal::PortalListener& listener) override;
  void stop() override;
  void poll() override;

  /// Asked for when it opens.
  static const size_t kRoomBytes;

 private:
  /// lwIP has ten sockets by default, of which MQTT, HTTP and the two here take four.
  static constexpr size_t kMostVisitors = 3;

  /// State that exists only while the portal is open.
  struct Room {
    Socket http;
    Socket dns;
    PortalVisitor visitors[kMostVisitors];
    PortalDesk desk;
    uint8_t query[512];
    uint8_t answer[512];
  };

  /// The set-up network comes up a moment after it was opened.
  bool openSockets();
  void acceptVisitors(uint64_t now_ms);
  PortalVisitor* findPlace(uint64_t now_ms);
  bool isDeskFree() const;
  void answerQueries();

  const hal::Clock& clock_;
  hal::PortalListener* listener_ = nullptr;
  Room* room_ = nullptr;
  bool is_polling_ = false;
};

inline constexpr size_t EspPortalServer::kRoomBytes = sizeof(Room);

}  // namespace faiwatch::esp
