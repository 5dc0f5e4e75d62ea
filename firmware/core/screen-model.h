#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/link.h"
#include "core/power-fsm.h"
#include "core/text.h"
#include "core/wifi-policy.h"
#include "hal/display.h"

namespace faiwatch {

/// What the display is about.
struct ScreenFacts {
  Power power = Power::Unknown;
  bool has_sense = false;
  /// How long power has been in its present state, ms, as far as this boot knows.
  uint64_t power_for_ms = 0;
  bool is_portal_open = false;
  TextView setup_network;
  /// Empty: not shown.
  TextView setup_password;
  WifiPolicy::State wifi = WifiPolicy::State::Off;
  hal::WifiFailure wifi_failure = hal::WifiFailure::None;
  TextView ssid;
  bool has_rssi = false;
  int8_t rssi = 0;
  LinkState link = LinkState::Off;
  LinkPath path = LinkPath::None;
  ServerCode refusal = ServerCode::Other;
  size_t waiting_events = 0;
  bool is_updating = false;
  TextView device_id;
};

hal::Screen makeScreen(const ScreenFacts& facts);

/// `45 s`, `12 min`, `3 h 07 min`, `2 d 4 h`
void writeDuration(TextWriter& out, uint64_t duration_ms);

}  // namespace faiwatch
