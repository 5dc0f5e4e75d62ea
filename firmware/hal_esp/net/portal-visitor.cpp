#include "hal_esp/net/portal-visitor.h"

#include "core/portal-request.h"
#include "hal_esp/net/access-point.h"

namespace faiwatch::esp {

namespace {

/// This is short, since other visitors wait for the reply's memory.
constexpr uint64_t kStillMs = 4'000;
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
  state_ = State::Waiting;
  moved_ms_ = now_ms;
  return true;
}

void PortalVisitor::serve(hal::PortalListener& listener, PortalDesk* desk, uint64_t now_ms) {
  switch (state_) {
    case State::Gone:
      return;
    case State::Waiting:
    case State::Reading:
      if (desk != nullptr) read(listener, *desk, now_ms);
      break;
    case State::Answering:
      if (desk != nullptr) send(listener, *desk, now_ms);
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
  return state_ == State::Waiting && now_ms - moved_ms_ >= kPatienceMs;
}

void PortalVisitor::read(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms) {
  if (state_ == State::Waiting) desk.clear();
  if (desk.roomLength() > 0) {
    const ssize_t got = recv(socket_.get(), desk.room(), desk.roomLength(), 0);
    if (got == 0 || (got < 0 && !wouldHaveWaited())) return leave();
    if (got > 0) {
      desk.received(static_cast<size_t>(got));
      state_ = State::Reading;
      moved_ms_ = now_ms;
    }
  }
  if (state_ == State::Reading) answer(listener, desk, now_ms);
}

void PortalVisitor::answer(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms) {
  hal::PortalRequest request = {};
  switch (parsePortalRequest(desk.request(), desk.requestLength(), request)) {
    case RequestParse::Incomplete:
      return;
    case RequestParse::Complete:
      listener.onPortalRequest(request, desk);
      has_more_ = request.method != hal::PortalMethod::Head;
      break;
    case RequestParse::Malformed:
      desk.begin(400, "text/plain", nullptr);
      has_more_ = false;
      break;
    case RequestParse::TooLarge:
      desk.begin(413, "text/plain", nullptr);
      has_more_ = false;
      break;
  }
  desk.beginAnswer();
  // The listener may have closed the portal.
  if (state_ == State::Gone) return;
  state_ = State::Answering;
  send(listener, desk, now_ms);
}

void PortalVisitor::send(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms) {
  for (;;) {
    while (desk.nextLength() > 0) {
      const ssize_t taken = ::send(socket_.get(), desk.next(), desk.nextLength(), 0);
      if (taken < 0 && !wouldHaveWaited()) return leave();
      if (taken <= 0) return;
      desk.drop(static_cast<size_t>(taken));
      moved_ms_ = now_ms;
    }
    if (!has_more_) break;
    desk.beginPiece();
    has_more_ = listener.onPortalRoom(desk);
  }
  shutdown(socket_.get(), SHUT_WR);
  state_ = State::Leaving;
}

/// Closing with unread bytes would reset the connection, and the answer could be lost.
void PortalVisitor::drain() {
  char rest[64];
  const ssize_t got = recv(socket_.get(), rest, sizeof rest, 0);
  if (got == 0 || (got < 0 && !wouldHaveWaited())) leave();
}

}  // namespace faiwatch::esp
