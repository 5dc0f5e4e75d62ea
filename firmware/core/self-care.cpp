#include "core/self-care.h"

namespace faiwatch {

namespace {

constexpr const char* kNoteKey = "restarted";
constexpr const char* kStartsKey = "starts";

}  // namespace

TextView restartCauseName(RestartCause cause) {
  switch (cause) {
    case RestartCause::None:
      break;
    case RestartCause::Command:
      return "command";
    case RestartCause::Update:
      return "update";
    case RestartCause::NoAnswer:
      return "no_answer";
  }
  return "";
}

void SelfCare::start(hal::ResetReason reason, bool may_write) {
  size_t length = 0;
  uint32_t starts = 0;
  const auto read = store_.get(kStartsKey, &starts, sizeof starts, length);
  starts_ = read == hal::KeyValueStore::Read::Found && length == sizeof starts ? starts + 1 : 1;
  Note note;
  const bool is_noted =
      store_.get(kNoteKey, &note, sizeof note, length) == hal::KeyValueStore::Read::Found &&
      length == sizeof note;
  // A power cut during a restart is a power cut, so the note about the restart does not count.
  if (is_noted && reason == hal::ResetReason::Software) note_ = note;
  if (!may_write) return;
  store_.put(kStartsKey, &starts_, sizeof starts_);
  if (is_noted) store_.erase(kNoteKey);
}

SelfCare::Remedy SelfCare::tick(uint64_t now_ms, bool is_waiting) {
  if (!is_waiting) {
    answered_ms_ = now_ms;
    wifi_restarted_ms_ = now_ms;
    return Remedy::None;
  }
  if (now_ms - answered_ms_ >= kBoardMs) return Remedy::RestartBoard;
  if (now_ms - answered_ms_ < kWifiMs || now_ms - wifi_restarted_ms_ < kWifiMs) {
    return Remedy::None;
  }
  wifi_restarted_ms_ = now_ms;
  return Remedy::RestartWifi;
}

void SelfCare::onHeard(uint64_t now_ms) {
  answered_ms_ = now_ms;
  wifi_restarted_ms_ = now_ms;
}

void SelfCare::onAnswer(uint64_t now_ms) {
  onHeard(now_ms);
  has_answered_ = true;
}

void SelfCare::noteRestart(uint32_t boot_id, RestartCause cause) {
  Note note;
  // The server cannot continue a boot that it never heard of.
  note.boot_id = has_answered_ || note_.boot_id == 0 ? boot_id : note_.boot_id;
  note.cause = cause;
  store_.put(kNoteKey, &note, sizeof note);
}

}  // namespace faiwatch
