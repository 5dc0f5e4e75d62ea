#include "core/api-call.h"

#include <string.h>

namespace faiwatch {

namespace {

constexpr uint32_t kTimeoutMs = 15'000;
constexpr uint64_t kGiveUpMs = 60'000;

}  // namespace

bool ApiCall::post(const ServerUrl& server, TextView path, const char* token,
                   bool keeps_connection, uint64_t now_ms) {
  return start(hal::HttpMethod::Post, server, path, token, keeps_connection, now_ms);
}

bool ApiCall::get(const ServerUrl& server, TextView path, const char* token, uint64_t now_ms) {
  return start(hal::HttpMethod::Get, server, path, token, false, now_ms);
}

void ApiCall::cancel() {
  if (state_ == State::Running) client_.cancel();
  state_ = State::Idle;
  release();
}

void ApiCall::release() {
  if (room_.holder == this) room_.holder = nullptr;
}

bool ApiCall::takeResult(uint64_t now_ms, Result& out) {
  if (state_ == State::Running && now_ms >= give_up_ms_) {
    client_.cancel();
    onHttpEnd(hal::HttpEnd::TimedOut);
  }
  if (state_ != State::Ended) return false;
  state_ = State::Idle;
  release();
  result_.body = {room_.answer, answer_size_};
  out = result_;
  return true;
}

bool ApiCall::start(hal::HttpMethod method, const ServerUrl& server, TextView path,
                    const char* token, bool keeps_connection, uint64_t now_ms) {
  if (!isReady() || !buildUrl(server, path, room_.url, sizeof room_.url)) return false;
  const bool has_body = method == hal::HttpMethod::Post;
  const hal::HttpRequest request = {
      method,     room_.url, token, has_body ? room_.body : nullptr, has_body ? strlen(room_.body) : 0,
      kTimeoutMs, keeps_connection,
  };
  result_ = {};
  answer_size_ = 0;
  give_up_ms_ = now_ms + kGiveUpMs;
  state_ = State::Running;
  room_.holder = this;
  if (client_.start(request, *this)) return true;
  state_ = State::Idle;
  release();
  return false;
}

void ApiCall::onHttpHead(const hal::HttpHead& head) {
  result_.status = head.status;
  result_.retry_after_seconds = head.retry_after_seconds;
}

bool ApiCall::onHttpBody(const uint8_t* data, size_t length) {
  if (length > sizeof room_.answer - answer_size_) return false;
  memcpy(room_.answer + answer_size_, data, length);
  answer_size_ += length;
  return true;
}

void ApiCall::onHttpEnd(hal::HttpEnd end) {
  result_.end = end;
  state_ = State::Ended;
}

}  // namespace faiwatch
