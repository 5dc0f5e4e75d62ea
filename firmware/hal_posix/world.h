#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

namespace faiwatch::posix {

/// How a boot ends, and so how the next one begins.
enum class BootEnd : uint8_t {
  None,
  Restart,
  Panic,
  Watchdog,
  Brownout,
  PowerLost,
  External,
};

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
  /// The how-many-th change from now on; 0: none.
  std::atomic<uint32_t> countdown;
  /// How many bytes of it still get onto the medium.
  std::atomic<uint32_t> torn_at;
  /// Whether power is lost at that moment, or the change is just reported as failed.
  std::atomic<bool> cuts_power;
  /// Changes so far, over all boots.
  std::atomic<uint32_t> changes;
};

/// All that surrounds the board. Lies in memory that desk and board, two processes, share.
struct World {
  std::atomic<bool> has_mains;
  /// How often the mains still changes by itself, and how long it stays each time, in ms by the board's
  /// clock: so it does not matter how busy the computer is.
  std::atomic<uint32_t> flickers_left;
  std::atomic<uint32_t> flicker_ms;
  std::atomic<uint64_t> since_flicker_ms;
  /// What the battery alone gives, in mV; 0: there is none.
  std::atomic<uint16_t> battery_mv;

  /// How many times faster than real time the board's clock runs.
  std::atomic<double> time_scale;
  std::atomic<int32_t> drift_ppm;

  std::atomic<Air> air;
  std::atomic<bool> has_internet;
  /// Whether a connection for MQTT, and heartbeats and events over HTTP, come through.
  std::atomic<bool> passes_mqtt;
  std::atomic<bool> passes_http_reports;
  SimNetwork networks[16];
  std::atomic<uint8_t> network_count;
  /// Phones in the set-up network.
  std::atomic<uint8_t> portal_clients;

  std::atomic<bool> is_button_pressed;

  Fault flash;
  Fault store;

  /// Counted up by the board's watchdog call.
  std::atomic<uint32_t> fed;
  /// Set by the board before it stands still.
  std::atomic<BootEnd> end;
};

constexpr size_t kMostNetworks = sizeof(World::networks) / sizeof(SimNetwork);

/// Lowest voltage at which the board still runs, in mV.
constexpr uint16_t kLowestMillivolts = 2700;

/// Whether the board has power.
bool isPowered(const World& world);

/// Memory that stays the same one after fork(). Ends the program when there is none.
World& makeWorld();

}  // namespace faiwatch::posix
