#include "core/wifi-search.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

constexpr uint64_t kMostMs = 20'000;
/// So many networks fit into an answer.
constexpr uint32_t kMostTold = 20;

}  // namespace

void WifiSearch::begin(uint64_t now_ms) {
  state_ = State::Asked;
  give_up_ms_ = now_ms + kMostMs;
}

void WifiSearch::tick(uint64_t now_ms) {
  switch (state_) {
    case State::Idle:
      return;
    case State::Asked:
      if (wifi_.startScan()) {
        state_ = State::Listening;
      } else if (now_ms >= give_up_ms_) {
        fail();
      }
      return;
    case State::Listening:
      switch (wifi_.scan()) {
        case hal::WifiScan::Running:
          if (now_ms >= give_up_ms_) fail();
          return;
        case hal::WifiScan::Done:
          if (out_.hasRoomForAnswer()) tell();
          return;
        case hal::WifiScan::Idle:
        case hal::WifiScan::Failed:
          return fail();
      }
  }
}

void WifiSearch::tell() {
  state_ = State::Idle;
  char text[96];
  uint32_t told = 0;
  for (size_t i = 0; i < wifi_.networkCount() && told < kMostTold; i++) {
    hal::WifiNetwork network;
    if (!wifi_.network(i, network)) continue;
    const TextView ssid(network.ssid);
    // A name that does not fit on a line could not be sent back on one.
    if (ssid.empty() || !isUtf8(ssid) || holdsControl(ssid)) continue;
    told++;
    TextWriter line(text, sizeof text);
    line.add("wifi_network: ").addSigned(network.rssi);
    line.add(network.is_open ? " open " : " locked ").add(ssid);
    out_.detail(line.view());
  }
  TextWriter line(text, sizeof text);
  line.add("scan_wifi ").addUnsigned(told).add(told == 1 ? " network" : " networks");
  out_.ok(line.view());
}

void WifiSearch::fail() {
  state_ = State::Idle;
  out_.error("scan_failed", "the radio is busy; try again");
}

}  // namespace faiwatch
