#include "core/wifi-search.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

constexpr uint64_t kMostMs = 20'000;

}  // namespace

void WifiSearch::begin(uint64_t now_ms) {
  state_ = State::Asked;
  give_up_ms_ = now_ms + kMostMs;
}

WifiSearch::End WifiSearch::tick(uint64_t now_ms, bool has_room) {
  switch (state_) {
    case State::Idle:
      return End::NotYet;
    case State::Asked:
      if (wifi_.startScan()) {
        state_ = State::Listening;
        return End::NotYet;
      }
      return now_ms >= give_up_ms_ ? end(End::Failed) : End::NotYet;
    case State::Listening:
      switch (wifi_.scan()) {
        case hal::WifiScan::Running:
          return now_ms >= give_up_ms_ ? end(End::Failed) : End::NotYet;
        case hal::WifiScan::Done:
          return has_room ? end(End::Done) : End::NotYet;
        case hal::WifiScan::Idle:
        case hal::WifiScan::Failed:
          return end(End::Failed);
      }
  }
  return End::NotYet;
}

WifiSearch::End WifiSearch::end(End how) {
  state_ = State::Idle;
  return how;
}

bool WifiSearch::isTellable(TextView ssid) {
  return !ssid.empty() && isUtf8(ssid) && !holdsControl(ssid);
}

}  // namespace faiwatch
