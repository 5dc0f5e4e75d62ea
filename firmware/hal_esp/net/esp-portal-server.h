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
  EspPortalServer(const EspPortalServer&) = delete;
  EspPortalServer& operator=(const EspPortalServer&) = delete;

  bool start(hal::PortalListener& listener) override;
  void stop() override;
  void poll() override;

 private:
  /// lwIP has ten sockets by default, of which MQTT, HTTP and the two here take four.
  static constexpr size_t kMostVisitors = 3;

  /// The set-up network comes up a moment after it was asked for.
  bool openSockets();
  void acceptVisitors(uint64_t now_ms);
  PortalVisitor* findRoom(uint64_t now_ms);
  bool isReplyFree() const;
  void answerQueries();

  const hal::Clock& clock_;
  hal::PortalListener* listener_ = nullptr;
  Socket http_;
  Socket dns_;
  PortalVisitor visitors_[kMostVisitors];
  PortalReplyBuffer reply_;
  uint8_t query_[512] = {};
  uint8_t answer_[512] = {};
};

}  // namespace faiwatch::esp
