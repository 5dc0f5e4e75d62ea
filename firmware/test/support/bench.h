// A board whose parts are all fakes, with time controlled by the test.
#pragma once

#include <memory>
#include <string>

#include "core/app.h"
#include "support/fake-media.h"
#include "support/fake-parts.h"
#include "support/fake-server.h"
#include "support/fake-wifi.h"

class Bench {
 public:
  /// Of the loop; longer where hours pass and nothing hangs on it.
  uint64_t tick_ms = 10;

  explicit Bench(uint64_t seed = 1) : random(seed), server(seed + 1), http(server), mqtt(server) {}

  /// Powers the board on, or restarts it.
  void boot(hal::ResetReason reason = hal::ResetReason::PowerOn);
  /// A stored configuration, as the serial line would set it.
  void configure() { configure(mains.default_kind); }
  void configure(hal::MainsInputKind mains_input);
  void shutDown() { app.reset(); }
  bool isOn() const { return app != nullptr; }

  void run(uint64_t ms);
  /// Runs until `isDone` or for the given time. @returns whether it was done
  template <typename IsDone>
  bool runUntil(IsDone isDone, uint64_t at_most_ms) {
    for (uint64_t passed = 0; passed < at_most_ms; passed += tick_ms) {
      if (isDone()) return true;
      run(tick_ms);
    }
    return isDone();
  }

  /// Sends a line and gives everything that came back.
  std::string type(const std::string& line);
  void setMains(bool on);
  uint64_t uptimeMs() const { return clock_ms - boot_at_ms; }

  /// Time of the world, ms.
  uint64_t clock_ms = 5'000'000;
  uint64_t boot_at_ms = 0;
  bool is_mains_on = true;
  bool is_network_up = true;

  FakeRandom random;
  FakeBoard board;
  FakeReset reset;
  FakeStore store;
  FakeFlash flash{4096, 8};
  FakeSerial serial;
  FakeMains mains;
  FakeBattery battery;
  FakeWifi wifi;
  FakeServer server;
  FakeHttp http;
  FakeMqtt mqtt;
  FakePortalServer portal;
  FakeCrypto crypto;
  FakeTrust trust;
  FakeSlot slot;
  FakeDisplay display;
  FakeLed led;
  FakeButton button;
  std::unique_ptr<faiwatch::App> app;
  /// Allocations by core, in all ticks so far.
  size_t heap_uses = 0;

 private:
  void pulse();
};
