#include "hal_posix/local-portal.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>

#include "core/portal-request.h"
#include "hal_posix/listening-socket.h"

namespace faiwatch::posix {

namespace {

constexpr size_t kMostVisitors = 4;

/// Redirects lead to the portal's address on this computer, not to the one on the set-up network.
bool isOurAddress(const std::string& host, uint16_t port) {
  const std::string number = ":" + std::to_string(port);
  return host == "127.0.0.1" + number || host == "localhost" + number;
}

class Reply final : public hal::PortalReply {
 public:
  void begin(int status, const char* content_type, const char* location) override {
    head_ = "HTTP/1.1 " + std::to_string(status) + " \r\nContent-Type: " + content_type + "\r\n";
    if (location != nullptr) head_ += std::string("Location: ") + location + "\r\n";
    head_ += "Cache-Control: no-store\r\nConnection: close\r\n";
    status_ = status;
  }
  void write(const char* text, size_t length) override {
    const size_t taken = std::min(length, hal::kPortalPieceBytes - piece_);
    body_.append(text, taken);
    piece_ += taken;
  }
  void beginPiece() { piece_ = 0; }

  int status() const { return status_; }
  /// As it goes over the wire.
  std::string bytes(bool with_body) const {
    return head_ + "\r\n" + (with_body ? body_ : "");
  }

 private:
  int status_ = 0;
  size_t piece_ = 0;
  std::string head_;
  std::string body_;
};

}  // namespace

bool LocalPortal::start(hal::PortalListener& listener) {
  stop();
  http_ = bindLocally(SOCK_STREAM, http_port_);
  dns_ = bindLocally(SOCK_DGRAM, dns_port_);
  if (!http_ || !dns_) {
    LogLine(log_, "portal").text("state", "failed").number("port", http_port_);
    stop();
    return false;
  }
  listener_ = &listener;
  LogLine(log_, "portal")
      .text("state", "open")
      .text("url", "http://127.0.0.1:" + std::to_string(http_port_) + "/")
      .number("port", http_port_)
      .number("dns_port", dns_port_);
  return true;
}

void LocalPortal::stop() {
  if (listener_ != nullptr) LogLine(log_, "portal").text("state", "closed");
  // The listener may call this. poll() still finishes visitors whose answer has begun.
  listener_ = nullptr;
  http_.close();
  dns_.close();
}

void LocalPortal::poll() {
  if (listener_ != nullptr) acceptVisitors();
  for (auto visitor = visitors_.begin(); visitor != visitors_.end();) {
    visitor = serve(*visitor) ? std::next(visitor) : visitors_.erase(visitor);
  }
  if (listener_ != nullptr) answerQueries();
}

void LocalPortal::acceptVisitors() {
  while (visitors_.size() < kMostVisitors) {
    Descriptor socket(accept4(http_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) return;
    visitors_.emplace_back();
    visitors_.back().socket = std::move(socket);
  }
}

bool LocalPortal::serve(Visitor& visitor) {
  if (!visitor.is_answered && (listener_ == nullptr || !readRequest(visitor))) return false;
  if (!visitor.is_answered) return true;
  const ssize_t sent = send(visitor.socket.get(), visitor.unsent.data(), visitor.unsent.size(),
                            MSG_NOSIGNAL);
  if (sent < 0) return errno == EAGAIN;
  visitor.unsent.erase(0, static_cast<size_t>(sent));
  return !visitor.unsent.empty();
}

bool LocalPortal::readRequest(Visitor& visitor) {
  const ssize_t got = recv(visitor.socket.get(), visitor.request + visitor.received,
                           hal::kPortalRequestBytes - visitor.received, 0);
  if (got < 0) return errno == EAGAIN;
  if (got == 0) return false;
  visitor.received += static_cast<size_t>(got);
  hal::PortalRequest request = {};
  Reply reply;
  switch (parsePortalRequest(visitor.request, visitor.received, request)) {
    case RequestParse::Incomplete:
      return true;
    case RequestParse::Complete:
      if (isOurAddress(request.host, http_port_)) request.host = "4.3.2.1";
      listener_->onPortalRequest(request, reply);
      if (request.method != hal::PortalMethod::Head) {
        do {
          reply.beginPiece();
        } while (listener_->onPortalRoom(reply));
      }
      LogLine(log_, "portal").text("state", "answered").text("path", request.path).number(
          "status", reply.status());
      break;
    case RequestParse::Malformed:
      reply.begin(400, "text/plain", nullptr);
      break;
    case RequestParse::TooLarge:
      reply.begin(413, "text/plain", nullptr);
      break;
  }
  visitor.unsent = reply.bytes(request.method != hal::PortalMethod::Head);
  visitor.is_answered = true;
  return true;
}

void LocalPortal::answerQueries() {
  uint8_t query[512];
  uint8_t answer[512];
  sockaddr_in from = {};
  socklen_t length = sizeof from;
  auto* const sender = reinterpret_cast<sockaddr*>(&from);
  const ssize_t got = recvfrom(dns_.get(), query, sizeof query, 0, sender, &length);
  if (got <= 0) return;
  const size_t size =
      listener_->onDnsQuery(query, static_cast<size_t>(got), answer, sizeof answer);
  if (size > 0) sendto(dns_.get(), answer, size, 0, sender, length);
}

}  // namespace faiwatch::posix
