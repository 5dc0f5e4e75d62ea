// Random lives of a board with mains sense: power, network, server and flash fail in every order, and
// in the end the server must know exactly what happened.
#include <map>
#include <vector>

#include "support/bench.h"
#include "support/check.h"

namespace {

/// What the mains really did.
struct Change {
  bool is_down;
  int64_t at_ms;
  /// The board ran without a break around the change, so it must have reported it.
  bool is_certain;
};

class Life {
 public:
  Life(uint64_t seed, bool has_flash_faults) : bench_(seed), prng_(seed + 77), faults_(seed + 99) {
    bench_.mains.default_kind = hal::MainsInputKind::Vbus;
    bench_.battery.mv = 4000;
    bench_.configure();
    if (has_flash_faults) {
      bench_.flash.random = &faults_;
      bench_.flash.write_fault_percent = 1;
    }
    bench_.boot();
    boots_.push_back(bench_.server.now_ms);
    bench_.run(15'000);
  }

  void live(int steps) {
    for (int i = 0; i < steps; i++) step();
    // A long calm, so that all can be told.
    bench_.wifi.is_router_up = true;
    bench_.server.is_http_up = bench_.server.is_mqtt_up = bench_.server.is_web_socket_up = true;
    bench_.server.lost_answer_percent = bench_.server.lost_request_percent = 0;
    bench_.server.stores_nothing = false;
    bench_.flash.write_fault_percent = 0;
    if (!bench_.isOn()) boot(hal::ResetReason::PowerOn);
    bench_.run(600'000);
  }

  void check() {
    const auto& events = bench_.server.events;
    // Each event comes once and in order, and losses and returns alternate.
    std::map<uint32_t, uint32_t> newest_of_boot;
    for (size_t i = 0; i < events.size(); i++) {
      const auto found = newest_of_boot.find(events[i].boot_id);
      if (found != newest_of_boot.end()) CHECK(events[i].seq > found->second);
      newest_of_boot[events[i].boot_id] = events[i].seq;
      if (i > 0) {
        CHECK(events[i].at_ms >= events[i - 1].at_ms - 1'500);
        if (!had_doubt_) CHECK(events[i].is_down != events[i - 1].is_down);
      }
      CHECK(isTrue(events[i]));
    }
    // No certain change is missing.
    for (const Change& change : changes_) {
      if (!change.is_certain) continue;
      bool is_told = false;
      for (const auto& event : events) {
        is_told = is_told || (event.is_down == change.is_down && isNear(event.at_ms, change.at_ms));
      }
      CHECK(is_told);
    }
    CHECK_EQ(bench_.server.beats.back().is_up, bench_.is_mains_on);
    CHECK_EQ(bench_.server.invalid, 0);
    CHECK_EQ(bench_.flash.misuses, 0);
    CHECK_EQ(bench_.heap_uses, 0u);
  }

  size_t told() const { return bench_.server.events.size(); }

 private:
  static bool isNear(int64_t a, int64_t b) { return a - b > -1'500 && a - b < 1'500; }

  /// The change happened, or a boot found the mains in that state.
  bool isTrue(const ReceivedEvent& event) const {
    for (const Change& change : changes_) {
      if (change.is_down == event.is_down && isNear(event.at_ms, change.at_ms)) return true;
    }
    for (const int64_t boot : boots_) {
      if (isNear(event.at_ms, boot)) return true;
    }
    return false;
  }

  void step() {
    FakeServer& server = bench_.server;
    switch (prng_.below(10)) {
      case 0:
      case 1:
      case 2:
        toggleMains();
        break;
      case 3:
        bench_.wifi.is_router_up = prng_.chance(60);
        break;
      case 4:
        server.is_mqtt_up = prng_.chance(60);
        server.is_web_socket_up = server.is_mqtt_up && prng_.chance(50);
        break;
      case 5:
        server.is_http_up = prng_.chance(60);
        break;
      case 6:
        server.lost_answer_percent = prng_.chance(50) ? prng_.below(60) : 0;
        server.lost_request_percent = prng_.chance(50) ? prng_.below(60) : 0;
        break;
      case 7:
        server.stores_nothing = prng_.chance(30);
        break;
      case 8:
        if (prng_.chance(30)) restart();
        break;
      default:
        bench_.run(prng_.between(100, 40'000));
    }
    bench_.run(prng_.between(50, 3'000));
  }

  void toggleMains() {
    bench_.run(2'000);
    bench_.setMains(!bench_.is_mains_on);
    changes_.push_back({!bench_.is_mains_on, bench_.server.now_ms, true});
    // Long enough to be judged and written, mostly.
    if (prng_.chance(90)) {
      bench_.run(2'500);
    } else {
      changes_.back().is_certain = false;
      bench_.run(prng_.between(0, 1'200));
      had_doubt_ = true;
    }
  }

  void restart() {
    // Events that are only in memory, because flash had failed, are lost with the board.
    if (bench_.flash.write_fault_percent > 0) {
      had_doubt_ = true;
      for (Change& change : changes_) change.is_certain = false;
    }
    bench_.shutDown();
    bench_.run(prng_.between(100, 20'000));
    if (prng_.chance(30)) {
      // The mains changes while the board is off; its next boot finds the new state.
      bench_.setMains(!bench_.is_mains_on);
      changes_.push_back({!bench_.is_mains_on, bench_.server.now_ms, false});
      bench_.run(prng_.between(100, 5'000));
    }
    boot(prng_.chance(50) ? hal::ResetReason::PowerOn : hal::ResetReason::Panic);
    bench_.run(3'000);
  }

  void boot(hal::ResetReason reason) {
    boots_.push_back(bench_.server.now_ms);
    // A boot that hears no server never learns the time, so its events cannot be dated later.
    if (!bench_.wifi.is_router_up || !bench_.server.is_http_up || !bench_.server.is_mqtt_up) {
      bench_.wifi.is_router_up = bench_.server.is_http_up = bench_.server.is_mqtt_up = true;
    }
    bench_.server.lost_answer_percent = bench_.server.lost_request_percent = 0;
    bench_.server.stores_nothing = false;
    bench_.boot(reason);
    bench_.run(30'000);
  }

  Bench bench_;
  Prng prng_;
  Prng faults_;
  std::vector<Change> changes_;
  std::vector<int64_t> boots_;
  bool had_doubt_ = false;
};

}  // namespace

TEST(
    "whatever fails, the server learns in the end what happened, once, in order, and with its "
    "times") {
  size_t told = 0;
  for (uint64_t seed = 1; seed <= 25; seed++) {
    check::setContext("seed " + std::to_string(seed));
    Life life(seed, false);
    life.live(60);
    life.check();
    told += life.told();
  }
  CHECK(told > 300);
}

TEST("with a flash that fails at one byte in a hundred nothing untrue is told") {
  for (uint64_t seed = 1; seed <= 10; seed++) {
    check::setContext("seed " + std::to_string(seed));
    Life life(seed, true);
    life.live(60);
    life.check();
  }
}

TEST("core takes nothing from the heap, whatever it does") {
  Bench bench(3);
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.boot();
  bench.run(1'000);
  bench.wifi.addNetwork("Home", -50, false);
  bench.type(
      "wifi_ssid=Home\nwifi_pass=correct horse\nactivation_key=FTRRV-N5ACK-2A8B7-C8YGR\n"
      "customer_phone=0812345678\nserver_url=http://"
      "192.168.1.2:8080\nsave_config\nshow_config\nhelp\nx\n");
  bench.portal.request(hal::PortalMethod::Get, "/");
  for (int i = 0; i < 20; i++) {
    bench.setMains(i % 2 == 1);
    bench.run(3'000);
    bench.wifi.is_router_up = i % 3 != 0;
    bench.server.is_mqtt_up = i % 4 != 0;
  }
  bench.run(60'000);
  CHECK(bench.server.events.size() > 10);
  CHECK_EQ(bench.heap_uses, 0u);
  // The heap counter itself works.
  heap::watch(true);
  delete new int(7);
  CHECK(heap::count() > 0);
  heap::watch(false);
}
