#include "core/firmware-update.h"

#include <string.h>

#include "core/device-names.h"

namespace faiwatch {

namespace {

constexpr uint32_t kFirstCheckMs = 60'000;
constexpr uint32_t kLastFirstCheckMs = 300'000;
constexpr uint32_t kLeastIntervalMs = 18'000'000;
constexpr uint32_t kMostIntervalMs = 25'200'000;
constexpr uint32_t kFirstWaitMs = 60'000;
constexpr uint32_t kMostWaitMs = 3'600'000;
constexpr uint64_t kDownloadMs = 600'000;
constexpr uint32_t kTimeoutMs = 20'000;

}  // namespace

const char* outcomeText(UpdateOutcome outcome) {
  switch (outcome) {
    case UpdateOutcome::Current:
      return "nothing newer";
    case UpdateOutcome::NoAnswer:
      return "no answer";
    case UpdateOutcome::FailedBefore:
      return "failed before, not tried again";
    case UpdateOutcome::TooLarge:
      return "too large";
    case UpdateOutcome::BadSignature:
      return "bad signature";
    case UpdateOutcome::Interrupted:
      return "interrupted";
    case UpdateOutcome::BadDigest:
      return "bad digest";
    case UpdateOutcome::NotInstalled:
      return "not installed";
    case UpdateOutcome::Installed:
      return "installed";
  }
  return "";
}

FirmwareUpdate::FirmwareUpdate(const hal::Hal& hal, FirmwareTrial& trial, ApiRoom& room,
                               UpdateListener& listener)
    : http_(hal.http),
      slot_(hal.ota),
      crypto_(hal.crypto),
      random_(hal.random),
      board_(hal.board.info()),
      trial_(trial),
      listener_(listener),
      api_(hal.http, room),
      backoff_(hal.random, kFirstWaitMs, kMostWaitMs),
      room_(room) {}

void FirmwareUpdate::start(uint64_t now_ms) {
  next_check_ms_ = now_ms + pickBetween(random_, kFirstCheckMs, kLastFirstCheckMs);
}

void FirmwareUpdate::tick(uint64_t now_ms, bool is_allowed, const ServerUrl& server,
                          const char* token) {
  switch (state_) {
    case State::Idle:
      if (is_allowed && now_ms >= next_check_ms_) check(now_ms, server, token);
      return;
    case State::Checking: {
      ApiCall::Result result;
      if (api_.takeResult(now_ms, result)) takeManifest(now_ms, result, server, token);
      return;
    }
    case State::Downloading:
      if (has_ended_) {
        install(now_ms);
      } else if (now_ms >= deadline_ms_) {
        interrupt(now_ms);
      }
      return;
    case State::Installed:
      return;
  }
}

void FirmwareUpdate::checkNow(uint64_t now_ms) {
  trial_.forgetFailure();
  next_check_ms_ = now_ms;
}

void FirmwareUpdate::interrupt(uint64_t now_ms) {
  if (state_ == State::Checking) api_.cancel();
  if (state_ == State::Downloading) {
    if (!has_ended_) http_.cancel();
    slot_.abort();
  }
  if (isBusy()) end(UpdateOutcome::Interrupted, now_ms);
}

void FirmwareUpdate::check(uint64_t now_ms, const ServerUrl& server, const char* token) {
  char path[128];
  TextWriter writer(path, sizeof path);
  writer.add("/api/device/v1/firmware?board=").add(boardName(board_.kind));
  writer.add("&version=").add(board_.firmware_version);
  manifest_ = {};
  if (api_.get(server, writer.view(), token, now_ms)) {
    state_ = State::Checking;
  } else {
    next_check_ms_ = now_ms + kFirstWaitMs;
  }
}

void FirmwareUpdate::takeManifest(uint64_t now_ms, const ApiCall::Result& result,
                                  const ServerUrl& server, const char* token) {
  UpdateOutcome outcome = UpdateOutcome::NoAnswer;
  if (judge(result, outcome)) {
    download(now_ms, server, token);
  } else {
    end(outcome, now_ms);
  }
}

bool FirmwareUpdate::judge(const ApiCall::Result& result, UpdateOutcome& outcome) {
  // A server that does not know this call has nothing newer.
  if (result.isAnswer() && (result.status == 204 || result.status == 404)) {
    outcome = UpdateOutcome::Current;
    return false;
  }
  if (!result.isSuccess() || !parseManifest(result.body, manifest_)) {
    outcome = UpdateOutcome::NoAnswer;
  } else if (!isNewer(manifest_.version.view(), board_.firmware_version)) {
    // An old image with known faults is signed, too, and must not come back.
    outcome = UpdateOutcome::Current;
  } else if (manifest_.version.view() == trial_.failedVersion()) {
    outcome = UpdateOutcome::FailedBefore;
  } else if (manifest_.size > slot_.capacity()) {
    outcome = UpdateOutcome::TooLarge;
  } else if (!isSigned(manifest_, boardName(board_.kind), crypto_)) {
    outcome = UpdateOutcome::BadSignature;
  } else {
    return true;
  }
  return false;
}

void FirmwareUpdate::download(uint64_t now_ms, const ServerUrl& server, const char* token) {
  if (room_.holder != nullptr || !buildUrl(server, manifest_.url.view(), room_.url, sizeof room_.url)) {
    end(UpdateOutcome::NoAnswer, now_ms);
    return;
  }
  if (!slot_.begin(manifest_.size)) {
    end(UpdateOutcome::NotInstalled, now_ms);
    return;
  }
  const hal::HttpRequest request = {
      hal::HttpMethod::Get, room_.url, isOnServer(server, room_.url) ? token : nullptr, nullptr, 0,
      kTimeoutMs,
  };
  sha_.reset();
  received_ = 0;
  is_right_answer_ = false;
  has_slot_failed_ = false;
  has_ended_ = false;
  is_complete_ = false;
  deadline_ms_ = now_ms + kDownloadMs;
  state_ = State::Downloading;
  room_.holder = this;
  if (http_.start(request, *this)) return;
  room_.holder = nullptr;
  slot_.abort();
  end(UpdateOutcome::Interrupted, now_ms);
}

void FirmwareUpdate::install(uint64_t now_ms) {
  uint8_t digest[32];
  sha_.finish(digest);
  UpdateOutcome outcome = UpdateOutcome::Installed;
  if (has_slot_failed_) {
    outcome = UpdateOutcome::NotInstalled;
  } else if (!is_complete_ || received_ != manifest_.size) {
    outcome = UpdateOutcome::Interrupted;
  } else if (memcmp(digest, manifest_.sha256, sizeof digest) != 0) {
    outcome = UpdateOutcome::BadDigest;
  } else if (!slot_.finish()) {
    outcome = UpdateOutcome::NotInstalled;
  }
  if (outcome == UpdateOutcome::Installed) {
    trial_.onInstalled(manifest_.version.view());
  } else {
    slot_.abort();
  }
  end(outcome, now_ms);
}

void FirmwareUpdate::end(UpdateOutcome outcome, uint64_t now_ms) {
  if (room_.holder == this) room_.holder = nullptr;
  state_ = outcome == UpdateOutcome::Installed ? State::Installed : State::Idle;
  if (outcome == UpdateOutcome::Current || outcome == UpdateOutcome::FailedBefore) {
    backoff_.succeed();
    next_check_ms_ = now_ms + pickBetween(random_, kLeastIntervalMs, kMostIntervalMs);
  } else {
    next_check_ms_ = now_ms + kFirstWaitMs + backoff_.fail();
  }
  listener_.onUpdateEnded(outcome, manifest_.version.view());
}

void FirmwareUpdate::onHttpHead(const hal::HttpHead& head) {
  is_right_answer_ =
      head.status == 200 && (head.content_length < 0 || head.content_length == manifest_.size);
}

bool FirmwareUpdate::onHttpBody(const uint8_t* data, size_t length) {
  if (!is_right_answer_ || length > manifest_.size - received_) return false;
  sha_.add(data, length);
  received_ += static_cast<uint32_t>(length);
  has_slot_failed_ = !slot_.write(data, length);
  return !has_slot_failed_;
}

void FirmwareUpdate::onHttpEnd(hal::HttpEnd end) {
  has_ended_ = true;
  is_complete_ = end == hal::HttpEnd::Complete && is_right_answer_;
}

}  // namespace faiwatch
