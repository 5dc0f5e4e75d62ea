#include "hal_esp/net/portal-visitor.h"

#include "core/portal-request.h"
#include "hal_esp/net/access-point.h"

namespace faiwatch::esp {

namespace {

constexpr uint64_t kStillMs = 8'000;
constexpr uint64_t kLeaveMs = 1'000;
constexpr uint64_t kPatienceMs = 500;

}  // namespace

bool PortalVisitor::accept(const Socket& listening, uint64_t now_ms) {
  sockaddr_in peer = {};
  if (!socket_.acceptFrom(listening, peer)) return false;
  if (!isInSetupNetwork(peer)) {
    leave();
    return true;
  }
  state_ = State::Reading;
  received_ = 0;
  moved_ms_ = now_ms;
  return true;
}

void PortalVisitor::serve(hal::PortalListener& listener, PortalReplyBuffer* reply,
                          uint64_t now_ms) {
  switch (state_) {
    case State::Gone:
      return;
    case State::Reading:
      read(listener, reply, now_ms);
      break;
    case State::Answering:
      // The one who is answered is the one who has the buffer.
      if (reply != nullptr) send(*reply, now_ms);
      break;
    case State::Leaving:
      drain();
      break;
  }
  if (now_ms - moved_ms_ >= (state_ == State::Leaving ? kLeaveMs : kStillMs)) leave();
}

void PortalVisitor::leave() {
  socket_.close();
  state_ = State::Gone;
}

bool PortalVisitor::isOnlyWaiting(uint64_t now_ms) const {
  return state_ == State::Reading && received_ == 0 && now_ms - moved_ms_ >= kPatienceMs;
}

void PortalVisitor::read(hal::PortalListener& listener, PortalReplyBuffer* reply, uint64_t now_ms) {
  if (received_ < hal::kPortalRequestBytes) {
    const ssize_t got =
        recv(socket_.get(), request_ + received_, hal::kPortalRequestBytes - received_, 0);
    if (got == 0 || (got < 0 && !wouldHaveWaited())) return leave();
    if (got > 0) {
      received_ += static_cast<size_t>(got);
      moved_ms_ = now_ms;
    }
  }
  if (received_ > 0 && reply != nullptr) answer(listener, *reply, now_ms);
}

void PortalVisitor::answer(hal::PortalListener& listener, PortalReplyBuffer& reply,
                           uint64_t now_ms) {
  hal::PortalRequest request = {};
  switch (parsePortalRequest(request_, received_, request)) {
    case RequestParse::Incomplete:
      return;
    case RequestParse::Complete:
      listener.onPortalRequest(request, reply);
      break;
    case RequestParse::Malformed:
      reply.begin(400, "text/plain", nullptr);
      break;
    case RequestParse::TooLarge:
      reply.begin(413, "text/plain", nullptr);
      break;
  }
  reply.finish(request.method != hal::PortalMethod::Head);
  state_ = State::Answering;
  send(reply, now_ms);
}

void PortalVisitor::send(PortalReplyBuffer& reply, uint64_t now_ms) {
  while (!reply.isSent()) {
    const ssize_t taken = ::send(socket_.get(), reply.next(), reply.nextLength(), 0);
    if (taken < 0 && !wouldHaveWaited()) return leave();
    if (taken <= 0) return;
    reply.drop(static_cast<size_t>(taken));
    moved_ms_ = now_ms;
  }
  shutdown(socket_.get(), SHUT_WR);
  state_ = State::Leaving;
}

/// Closed with something unread, the connection would be reset and the answer perhaps lost.
void PortalVisitor::drain() {
  const ssize_t got = recv(socket_.get(), request_, sizeof request_, 0);
  if (got == 0 || (got < 0 && !wouldHaveWaited())) leave();
}

}  // namespace faiwatch::esp
