#include "hal_esp/net/esp-portal-server.h"

#include "hal_esp/net/access-point.h"

namespace faiwatch::esp {

namespace {

constexpr uint16_t kHttpPort = 80;
constexpr uint16_t kDnsPort = 53;
/// A phone that has just joined asks for a dozen names at once.
constexpr int kQueriesPerPoll = 8;

}  // namespace

bool EspPortalServer::start(hal::PortalListener& listener) {
  for (PortalVisitor& visitor : visitors_) visitor.leave();
  listener_ = &listener;
  return true;
}

bool EspPortalServer::openSockets() {
  if (http_.isOpen() && dns_.isOpen()) return true;
  ifreq interface;
  return findSetupInterface(interface) &&
         http_.bindTo(SOCK_STREAM, interface, kSetupAddress, kHttpPort) &&
         dns_.bindTo(SOCK_DGRAM, interface, kSetupAddress, kDnsPort);
}

void EspPortalServer::stop() {
  listener_ = nullptr;
  http_.close();
  dns_.close();
  // The network goes with the portal: whoever is not answered by now never will be.
  for (PortalVisitor& visitor : visitors_) visitor.leave();
}

void EspPortalServer::poll() {
  if (listener_ == nullptr || !openSockets()) return;
  const uint64_t now_ms = clock_.nowMs();
  acceptVisitors(now_ms);
  for (PortalVisitor& visitor : visitors_) {
    const bool may_answer = visitor.isAnswering() || isReplyFree();
    visitor.serve(*listener_, may_answer ? &reply_ : nullptr, now_ms);
    // The listener may have closed the portal.
    if (listener_ == nullptr) return;
  }
  answerQueries();
}

void EspPortalServer::acceptVisitors(uint64_t now_ms) {
  for (;;) {
    PortalVisitor* const room = findRoom(now_ms);
    if (room == nullptr || !room->accept(http_, now_ms)) return;
  }
}

/// One who has said nothing is only sent away when all places are taken; whether anybody waits for it
/// cannot be known before, but who opened a connection ahead opens another.
PortalVisitor* EspPortalServer::findRoom(uint64_t now_ms) {
  for (PortalVisitor& visitor : visitors_) {
    if (visitor.isGone()) return &visitor;
  }
  for (PortalVisitor& visitor : visitors_) {
    if (!visitor.isOnlyWaiting(now_ms)) continue;
    visitor.leave();
    return &visitor;
  }
  return nullptr;
}

bool EspPortalServer::isReplyFree() const {
  for (const PortalVisitor& visitor : visitors_) {
    if (visitor.isAnswering()) return false;
  }
  return true;
}

void EspPortalServer::answerQueries() {
  for (int i = 0; i < kQueriesPerPoll; i++) {
    sockaddr_in from = {};
    socklen_t length = sizeof from;
    auto* const sender = reinterpret_cast<sockaddr*>(&from);
    const ssize_t got = recvfrom(dns_.get(), query_, sizeof query_, 0, sender, &length);
    if (got <= 0) return;
    if (!isInSetupNetwork(from)) continue;
    const size_t size =
        listener_->onDnsQuery(query_, static_cast<size_t>(got), answer_, sizeof answer_);
    if (size > 0) sendto(dns_.get(), answer_, size, 0, sender, length);
  }
}

}  // namespace faiwatch::esp
