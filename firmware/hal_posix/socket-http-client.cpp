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
  may_repeat_ = wire_.state() == StreamState::Open && url->host == url_.host &&
                url->port == url_.port && url->is_tls == url_.is_tls;
  url_ = *url;
  keeps_connection_ = request.keeps_connection;
  compose(request);
  LogLine line(world_.log, "http");
  line.text("state", "started")
      .text("method", request.method == hal::HttpMethod::Get ? "GET" : "POST")
      .text("path", url_.target)
      .flag("connects", !may_repeat_);
  // An enrolment holds the key, which belongs into no log.
  if (isReport()) line.text("body", {request.body, request.body_length});
  listener_ = &listener;
  number_++;
  timeout_ms_ = request.timeout_ms;
  answer_.begin();
  sent_ = 0;
  noteProgress();
  if (!may_repeat_) connect();
  return true;
}

void SocketHttpClient::connect() {
  may_repeat_ = false;
  answer_.begin();
  sent_ = 0;
  wire_.open(url_.host.c_str(), url_.port, url_.is_tls);
}

void SocketHttpClient::cancel() {
  if (listener_ == nullptr) return;
  LogLine(world_.log, "http").text("state", "cancelled").text("path", url_.target);
  listener_ = nullptr;
  wire_.close();
}

void SocketHttpClient::dropConnection() {
  keeps_connection_ = false;
  if (listener_ == nullptr) wire_.close();
}

void SocketHttpClient::poll() {
  if (listener_ == nullptr) return;
  if (isReport() && !world_.passes_http_reports) return end(hal::HttpEnd::Unreachable);
  const bool was_opening = wire_.state() == StreamState::Opening;
  wire_.poll();
  if (was_opening && wire_.state() == StreamState::Open) noteProgress();
  if (const size_t sent = wire_.write(request_.data() + sent_, request_.size() - sent_); sent > 0) {
    sent_ += sent;
    noteProgress();
  }
  receive();
  if (may_repeat_ && wire_.state() == StreamState::Failed) return connect();
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

void SocketHttpClient::compose(const hal::HttpRequest& request) {
  const bool is_get = request.method == hal::HttpMethod::Get;
  request_ = std::string(is_get ? "GET " : "POST ") + url_.target + " HTTP/1.1\r\nHost: ";
  request_ += url_.host.find(':') == std::string::npos ? url_.host : "[" + url_.host + "]";
  request_ += ":" + std::to_string(url_.port) + "\r\nAccept-Encoding: identity\r\n";
  if (!request.keeps_connection) request_ += "Connection: close\r\n";
  if (request.bearer != nullptr) {
    request_ += std::string("Authorization: Bearer ") + request.bearer + "\r\n";
  }
  if (request.body != nullptr) {
    request_ += "Content-Type: application/json\r\nContent-Length: " +
               std::to_string(request.body_length) + "\r\n";
  }
  request_ += "\r\n";
  if (request.body != nullptr) request_.append(request.body, request.body_length);
}

bool SocketHttpClient::isReport() const {
  return url_.target.find("/v1/heartbeat") != std::string::npos ||
         url_.target.find("/v1/events") != std::string::npos;
}

void SocketHttpClient::receive() {
  // At the pace the listener takes it.
  if (answer_.waiting() >= kMostBody) return;
  char part[kMostBody];
  const size_t got = wire_.read(part, sizeof part);
  if (got > 0) {
    may_repeat_ = false;
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
        LogLine(world_.log, "http")
            .text("state", "answered")
            .text("path", url_.target)
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
    LogLine(world_.log, "http")
        .text("state", "failed")
        .text("path", url_.target)
        .text("failure", endName(end));
  }
  hal::HttpListener* const listener = listener_;
  listener_ = nullptr;
  const bool is_kept =
      keeps_connection_ && end == hal::HttpEnd::Complete && answer_.leavesOpen();
  if (!is_kept) wire_.close();
  listener->onHttpEnd(end);
}

}  // namespace faiwatch::posix
