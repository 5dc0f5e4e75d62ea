#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/clock.h"
#include "hal/portal-server.h"
#include "hal_esp/net/portal-reply.h"
#include "hal_esp/net/portal-visitor.h"
#include "hal_esp/net/socket.h"

namespace faiwatch::esp {

/// The portal on plain sockets of 4.3.2.1, served from core's own task: esp_http_server would bring a task
/// that calls back from outside, and would not hand over requests for names that are not ours. Bound to the
/// set-up network's address and interface, and answering its addresses only, it is not there for the network
/// that the station is in.
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

  /// What there is only while the portal is open.
  struct Room {
    Socket http;
    Socket dns;
    PortalVisitor visitors[kMostVisitors];
    PortalDesk desk;
    uint8_t query[512];
    uint8_t answer[512];
  };

  /// The set-up network comes up a moment after it was asked for.
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
