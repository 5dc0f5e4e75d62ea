#pragma once

#include <list>
#include <string>

#include "hal/portal-server.h"
#include "hal_posix/descriptor.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

/// The set-up portal on ports of this computer instead of 80 and 53 of the set-up network.
class LocalPortal final : public hal::PortalServer {
 public:
  /// @param http_port, dns_port 0: any
  LocalPortal(const Log& log, uint16_t http_port, uint16_t dns_port)
      : log_(log), http_port_(http_port), dns_port_(dns_port) {}

  bool start(hal::PortalListener& listener) override;
  void stop() override;
  void poll() override;

 private:
  struct Visitor {
    Descriptor socket;
    /// The request so far, with room for a NUL behind it.
    char request[hal::kPortalRequestBytes + 1];
    size_t received = 0;
    std::string unsent;
    bool is_answered = false;
  };

  void acceptVisitors();
  /// @returns false when the visitor is done with
  bool serve(Visitor& visitor);
  bool readRequest(Visitor& visitor);
  void answerQueries();

  const Log& log_;
  hal::PortalListener* listener_ = nullptr;
  uint16_t http_port_;
  uint16_t dns_port_;
  Descriptor http_;
  Descriptor dns_;
  std::list<Visitor> visitors_;
};

}  // namespace faiwatch::posix
