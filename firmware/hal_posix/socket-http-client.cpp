#include "hal_posix/socket-http-client.h"

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

/// The interface's limit for the bytes given in one poll.
constexpr size_t kMostBody = 4096;

const char* endName(hal::HttpEnd end) {
  switch (end) {
    case hal::HttpEnd::Complete:
      return "complete";
    case hal::HttpEnd::Unreachable:
      return "unreachable";
    case hal::HttpEnd::TlsFailed:
      return "tls_failed";
    case hal::HttpEnd::TimedOut:
      return "timed_out";
    case hal::HttpEnd::Broken:
      return "broken";
    case hal::HttpEnd::Refused:
      break;
  }
  return "refused";
}

}  // namespace

bool SocketHttpClient::start(const hal::HttpRequest& request, hal::HttpListener& listener) {
  if (listener_ != nullptr) return false;
  const std::optional<HttpUrl> url = parseHttpUrl(request.url);
  if (!url) return false;
  target_ = url->target;
  compose(request, *url);
  LogLine line("http");
  line.text("state", "started")
      .text("method", request.method == hal::HttpMethod::Get ? "GET" : "POST")
      .text("path", target_);
  // An enrolment holds the key, which belongs into no log.
  if (isReport()) line.text("body", {request.body, request.body_length});
  listener_ = &listener;
  number_++;
  answer_.begin();
  timeout_ms_ = request.timeout_ms;
  noteProgress();
  wire_.open(url->host.c_str(), url->port, url->is_tls);
  return true;
}

void SocketHttpClient::cancel() {
  if (listener_ == nullptr) return;
  LogLine("http").text("state", "cancelled").text("path", target_);
  listener_ = nullptr;
  wire_.close();
}

void SocketHttpClient::poll() {
  if (listener_ == nullptr) return;
  if (isReport() && !world_.passes_http_reports) return end(hal::HttpEnd::Unreachable);
  const bool was_opening = wire_.state() == StreamState::Opening;
  wire_.poll();
  if (was_opening && wire_.state() == StreamState::Open) noteProgress();
  if (const size_t sent = wire_.write(unsent_.data(), unsent_.size()); sent > 0) {
    unsent_.erase(0, sent);
    noteProgress();
  }
  receive();
  switch (deliver()) {
    case Delivery::Ended:
    case Delivery::Something:
      return;
    case Delivery::Nothing:
      break;
  }
  if (wire_.state() == StreamState::Failed) {
    return end(wire_.failure() == StreamFailure::Tls           ? hal::HttpEnd::TlsFailed
               : wire_.failure() == StreamFailure::Unreachable ? hal::HttpEnd::Unreachable
                                                               : hal::HttpEnd::Broken);
  }
  if (clock_.nowMs() - progress_ms_ >= timeout_ms_) end(hal::HttpEnd::TimedOut);
}

void SocketHttpClient::compose(const hal::HttpRequest& request, const HttpUrl& url) {
  const bool is_get = request.method == hal::HttpMethod::Get;
  unsent_ = std::string(is_get ? "GET " : "POST ") + target_ + " HTTP/1.1\r\nHost: ";
  unsent_ += url.host.find(':') == std::string::npos ? url.host : "[" + url.host + "]";
  unsent_ += ":" + std::to_string(url.port) +
             "\r\nConnection: close\r\nAccept-Encoding: identity\r\n";
  if (request.bearer != nullptr) {
    unsent_ += std::string("Authorization: Bearer ") + request.bearer + "\r\n";
  }
  if (request.body != nullptr) {
    unsent_ += "Content-Type: application/json\r\nContent-Length: " +
               std::to_string(request.body_length) + "\r\n";
  }
  unsent_ += "\r\n";
  if (request.body != nullptr) unsent_.append(request.body, request.body_length);
}

bool SocketHttpClient::isReport() const {
  return target_.find("/v1/heartbeat") != std::string::npos ||
         target_.find("/v1/events") != std::string::npos;
}

void SocketHttpClient::receive() {
  // At the pace the listener takes it.
  if (answer_.waiting() >= kMostBody) return;
  char part[kMostBody];
  const size_t got = wire_.read(part, sizeof part);
  if (got > 0) {
    answer_.add(part, got);
    noteProgress();
  } else if (wire_.state() == StreamState::Failed && wire_.failure() == StreamFailure::Broken) {
    answer_.addEnd();
  }
}

SocketHttpClient::Delivery SocketHttpClient::deliver() {
  const uint32_t number = number_;
  bool has_given = false;
  for (size_t given = 0; given < kMostBody;) {
    switch (answer_.next(kMostBody - given)) {
      case HttpAnswer::Step::NeedsMore:
        return has_given ? Delivery::Something : Delivery::Nothing;
      case HttpAnswer::Step::Head:
        LogLine("http")
            .text("state", "answered")
            .text("path", target_)
            .number("status", answer_.head().status);
        listener_->onHttpHead(answer_.head());
        break;
      case HttpAnswer::Step::Body: {
        // A copy: the listener may begin another request, and with it another answer.
        const std::string body = answer_.body();
        given += body.size();
        const bool is_wanted = listener_->onHttpBody(
            reinterpret_cast<const uint8_t*>(body.data()), body.size());
        if (!is_wanted && listener_ != nullptr && number_ == number) end(hal::HttpEnd::Refused);
        break;
      }
      case HttpAnswer::Step::Complete:
        end(hal::HttpEnd::Complete);
        break;
      case HttpAnswer::Step::Broken:
        end(hal::HttpEnd::Broken);
        break;
    }
    if (listener_ == nullptr || number_ != number) return Delivery::Ended;
    has_given = true;
  }
  return Delivery::Something;
}

void SocketHttpClient::end(hal::HttpEnd end) {
  if (end != hal::HttpEnd::Complete) {
    LogLine("http").text("state", "failed").text("path", target_).text("failure", endName(end));
  }
  hal::HttpListener* const listener = listener_;
  listener_ = nullptr;
  wire_.close();
  listener->onHttpEnd(end);
}

}  // namespace faiwatch::posix
