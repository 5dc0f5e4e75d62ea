#include "hal_esp/net/esp-portal-server.h"

#include "hal_esp/large-memory.h"
#include "hal_esp/net/access-point.h"

namespace faiwatch::esp {

namespace {

constexpr uint16_t kHttpPort = 80;
constexpr uint16_t kDnsPort = 53;
/// A phone that has just joined asks for a dozen names at once.
constexpr int kQueriesPerPoll = 8;

}  // namespace

bool EspPortalServer::start(hal::PortalListener& listener) {
  if (room_ == nullptr) room_ = makeInLargeMemory<Room>();
  if (room_ == nullptr) return false;
  listener_ = &listener;
  return true;
}

void EspPortalServer::stop() {
  listener_ = nullptr;
  // The listener may call this from within poll(), which has to finish first.
  if (room_ == nullptr || is_polling_) return;
  // The network closes with the portal, so waiting visitors cannot be answered any more.
  freeLargeMemory(room_);
  room_ = nullptr;
}

void EspPortalServer::poll() {
  if (listener_ == nullptr || !openSockets()) return;
  const uint64_t now_ms = clock_.nowMs();
  is_polling_ = true;
  acceptVisitors(now_ms);
  for (PortalVisitor& visitor : room_->visitors) {
    const bool may_sit = visitor.hasDesk() || isDeskFree();
    visitor.serve(*listener_, may_sit ? &room_->desk : nullptr, now_ms);
    if (listener_ == nullptr) break;
  }
  if (listener_ != nullptr) answerQueries();
  is_polling_ = false;
  if (listener_ == nullptr) stop();
}

bool EspPortalServer::openSockets() {
  if (room_->http.isOpen() && room_->dns.isOpen()) return true;
  ifreq interface;
  return findSetupInterface(interface) &&
         room_->http.bindTo(SOCK_STREAM, interface, kSetupAddress, kHttpPort) &&
         room_->dns.bindTo(SOCK_DGRAM, interface, kSetupAddress, kDnsPort);
}

void EspPortalServer::acceptVisitors(uint64_t now_ms) {
  for (;;) {
    PortalVisitor* const place = findPlace(now_ms);
    if (place == nullptr || !place->accept(room_->http, now_ms)) return;
  }
}

/// A silent connection is closed only when all places are taken. It may be one that a browser opened ahead, and the
/// browser then opens another.
PortalVisitor* EspPortalServer::findPlace(uint64_t now_ms) {
  for (PortalVisitor& visitor : room_->visitors) {
    if (visitor.isGone()) return &visitor;
  }
  for (PortalVisitor& visitor : room_->visitors) {
    if (!visitor.isOnlyWaiting(now_ms) || !isDeskFree()) continue;
    visitor.leave();
    return &visitor;
  }
  return nullptr;
}

bool EspPortalServer::isDeskFree() const {
  for (const PortalVisitor& visitor : room_->visitors) {
    if (visitor.hasDesk()) return false;
  }
  return true;
}

void EspPortalServer::answerQueries() {
  for (int i = 0; i < kQueriesPerPoll; i++) {
    sockaddr_in from = {};
    socklen_t length = sizeof from;
    auto* const sender = reinterpret_cast<sockaddr*>(&from);
    const ssize_t got =
        recvfrom(room_->dns.get(), room_->query, sizeof room_->query, 0, sender, &length);
    if (got <= 0) return;
    if (!isInSetupNetwork(from)) continue;
    const size_t size = listener_->onDnsQuery(room_->query, static_cast<size_t>(got),
                                              room_->answer, sizeof room_->answer);
    if (size > 0) sendto(room_->dns.get(), room_->answer, size, 0, sender, length);
  }
}

}  // namespace faiwatch::esp
