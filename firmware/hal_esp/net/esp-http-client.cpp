#include "hal_esp/net/esp-http-client.h"

#include <string.h>

#include "core/text.h"

namespace faiwatch::esp {

namespace {

/// How often a worker that waits for core's task checks whether its request was cancelled.
constexpr TickType_t kLookTicks = pdMS_TO_TICKS(100);
/// A request that takes longer than allowed by this much is given up. The resolver has time-outs of its own.
constexpr uint64_t kGraceMs = 3'000;

}  // namespace

void EspHttpClient::begin() {
  words_.begin();
  lock_ = xSemaphoreCreateBinaryStatic(&lock_memory_);
  xSemaphoreGive(lock_);
  asked_ = xSemaphoreCreateBinaryStatic(&asked_memory_);
  taken_ = xSemaphoreCreateBinaryStatic(&taken_memory_);
  worker_.begin(run, this, "http", kHttpPriority);
}

bool EspHttpClient::start(const hal::HttpRequest& request, hal::HttpListener& listener) {
  if (listener_ != nullptr) return false;
  // The lock is held only while a request is copied.
  xSemaphoreTake(lock_, portMAX_DELAY);
  // The texts are copied: the caller's may be gone before the worker has ended an older request.
  const bool is_made = makeHttpJob(request, next_);
  // 0 means none.
  if (++number_ == 0) number_ = 1;
  next_.number = is_made ? number_ : 0;
  xSemaphoreGive(lock_);
  if (!is_made) return false;
  // What is left in the queue belongs to a request that is over.
  words_.clear();
  wanted_.store(number_);
  listener_ = &listener;
  timeout_ms_ = request.timeout_ms;
  progress_ms_ = clock_.nowMs();
  xSemaphoreGive(asked_);
  return true;
}

void EspHttpClient::cancel() {
  if (listener_ == nullptr) return;
  listener_ = nullptr;
  // A worker that has not begun the request then skips it.
  wanted_.store(0);
}

void EspHttpClient::dropConnection() {
  drops_.store(true);
  xSemaphoreGive(asked_);
}

void EspHttpClient::poll() {
  Word word;
  // Stops after a part of the body, since the listener takes no more at once.
  while (words_.receive(word)) {
    if (listener_ == nullptr || word.number != number_) continue;
    progress_ms_ = clock_.nowMs();
    switch (word.kind) {
      case Word::Kind::Progress:
        break;
      case Word::Kind::Head:
        listener_->onHttpHead(word.head);
        break;
      case Word::Kind::Body: {
        const bool is_wanted = listener_->onHttpBody(exchange_.chunk(), word.length);
        xSemaphoreGive(taken_);
        if (!is_wanted) finish(hal::HttpEnd::Refused);
        return;
      }
      case Word::Kind::End:
        return finish(word.end);
    }
  }
  if (listener_ != nullptr && clock_.nowMs() - progress_ms_ >= timeout_ms_ + kGraceMs) {
    finish(hal::HttpEnd::TimedOut);
  }
}

void EspHttpClient::finish(hal::HttpEnd end) {
  hal::HttpListener* const listener = listener_;
  cancel();
  listener->onHttpEnd(end);
}

void EspHttpClient::run(void* self) { static_cast<EspHttpClient*>(self)->work(); }

void EspHttpClient::work() {
  for (;;) {
    xSemaphoreTake(asked_, portMAX_DELAY);
    if (drops_.load()) {
      drops_.store(false);
      exchange_.drop();
    }
    xSemaphoreTake(lock_, portMAX_DELAY);
    running_ = next_;
    // The worker may have been woken for another reason.
    next_.number = 0;
    xSemaphoreGive(lock_);
    if (running_.number == 0 || !isWanted()) continue;
    Word word = {};
    word.kind = Word::Kind::End;
    word.end = exchange_.perform(running_);
    say(word);
  }
}

/// @returns false when the request was cancelled
bool EspHttpClient::say(const Word& word) {
  Word numbered = word;
  numbered.number = running_.number;
  while (isWanted()) {
    if (words_.send(numbered, kLookTicks)) return true;
  }
  return false;
}

bool EspHttpClient::onProgress() {
  Word word = {};
  word.kind = Word::Kind::Progress;
  return say(word);
}

bool EspHttpClient::onHead(const hal::HttpHead& head) {
  Word word = {};
  word.kind = Word::Kind::Head;
  word.head = head;
  return say(word);
}

bool EspHttpClient::onBody(size_t length) {
  Word word = {};
  word.kind = Word::Kind::Body;
  word.length = static_cast<uint32_t>(length);
  // Left over from a part of a cancelled request.
  xSemaphoreTake(taken_, 0);
  if (!say(word)) return false;
  while (isWanted()) {
    if (xSemaphoreTake(taken_, kLookTicks) == pdTRUE) return true;
  }
  return false;
}

}  // namespace faiwatch::esp
