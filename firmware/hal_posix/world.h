#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal_posix/log.h"

namespace faiwatch::posix {

/// What the radio finds.
enum class Air : uint8_t {
  Networks,
  Silence,
  /// Networks take the board in, but give it no address.
  NoAddress,
};

struct SimNetwork {
  char ssid[33];
  char passphrase[65];
  int8_t rssi;
};

/// A change of the medium that goes wrong. Written by the desk, counted down by the board.
struct Fault {
  /// Which change from now on fails, counted from 1; 0: none.
  uint32_t countdown = 0;
  /// How many bytes of it still get onto the medium.
  uint32_t torn_at = 0;
  /// Whether power is lost at that moment, or the change is just reported as failed.
  bool cuts_power = false;
  /// Changes so far, over all boots.
  uint32_t changes = 0;
};

constexpr size_t kMostNetworks = 16;

/// All that surrounds one board. It outlives the boots.
struct World {
  Log log;

  bool has_mains = true;
  /// How often the mains still changes by itself, and how long each state lasts. It is in ms of the board's clock, so
  /// that a busy computer does not matter.
  uint32_t flickers_left = 0;
  uint32_t flicker_ms = 0;
  uint64_t since_flicker_ms = 0;
  /// Voltage of the mains, in mV, while it is there; 0: the board has no meter.
  uint32_t mains_mv = 0;
  /// Voltage of the battery alone, in mV; 0: there is no battery.
  uint16_t battery_mv = 0;

  /// How many times faster than real time the board's clock runs.
  double time_scale = 1;
  int32_t drift_ppm = 0;

  Air air = Air::Networks;
  bool has_internet = true;
  /// Whether a connection for MQTT, and heartbeats and events over HTTP, come through.
  bool passes_mqtt = true;
  bool passes_http_reports = true;
  SimNetwork networks[kMostNetworks] = {};
  uint8_t network_count = 0;
  /// Phones in the set-up network.
  uint8_t portal_clients = 0;

  bool is_button_pressed = false;

  /// Of the board that sleeps: for how long, by its own clock, and whether the mains wakes it before.
  uint32_t sleep_ms = 0;
  bool wakes_on_mains = false;

  Fault flash;
  Fault store;
};

/// Lowest voltage at which the board still runs, in mV.
constexpr uint16_t kLowestMillivolts = 2700;

/// Whether the board has power.
inline bool isPowered(const World& world) {
  return world.has_mains || world.battery_mv >= kLowestMillivolts;
}

}  // namespace faiwatch::posix
