// What a board does with the last of its battery.
#include "core/low-battery.h"

#include "core/power-fsm.h"
#include "support/bench.h"
#include "support/check.h"

using namespace faiwatch;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A T-Display in a power cut, at a server that takes what it does not know.
struct OnBattery : Bench {
  OnBattery() {
    mains.default_kind = hal::MainsInputKind::Battery;
    board.board.kind = hal::BoardKind::TDisplay;
    setMains(true);
    configure();
    boot();
    CHECK(runUntil([this] { return mqtt.is_up && !server.beats.empty(); }, 20'000));
    server.mqtt_commands.push_back(R"({"type":"tell_features"})");
    run(30'000);
    setMains(false);
    run(30'000);
    CHECK(!server.beats.back().is_up);
    server.beats.clear();
  }
  const std::string& lastBeat() const { return server.beats.back().json; }
};

}  // namespace

TEST("a cell below 3.3 V: the board says so, says goodbye, and sleeps") {
  OnBattery bench;
  bench.battery.mv = 3290;
  bench.run(LowBattery::kSteadyMs - 100);
  CHECK_EQ(bench.board.sleeps, 0);
  CHECK(!holds(bench.lastBeat(), "sleep"));
  CHECK(bench.runUntil([&] { return bench.board.sleeps > 0; }, 1'000));
  CHECK(holds(bench.lastBeat(), "\"power\":\"DOWN\""));
  CHECK(holds(bench.lastBeat(), "\"voltage\":3.290"));
  CHECK(holds(bench.lastBeat(), "\"sleep\":\"battery_low\""));
  CHECK_EQ(bench.mqtt.goodbyes, 1);
  CHECK(bench.mains.wakes);
  CHECK(bench.display.is_asleep);
  CHECK(holds(bench.serial.take(), "* Battery low: sleeps until power is back\r\n"));
  CHECK_EQ(bench.board.restarts, 0);
}

TEST("a board about to sleep tells over HTTP what MQTT does not take, and sleeps in any case") {
  OnBattery http;
  http.server.is_mqtt_up = http.server.is_web_socket_up = false;
  http.run(20'000);
  http.battery.mv = 3290;
  CHECK(http.runUntil([&] { return http.board.sleeps > 0; }, 30'000));
  CHECK(holds(http.lastBeat(), "\"sleep\":\"battery_low\""));
  CHECK(!http.server.beats.back().by_mqtt);

  OnBattery dark;
  dark.wifi.is_router_up = false;
  dark.run(5'000);
  dark.battery.mv = 3290;
  dark.run(20'000);
  CHECK_EQ(dark.board.sleeps, 0);
  dark.run(10'000);
  CHECK(dark.board.sleeps > 0);
}

TEST("bursts of the radio, a glitch and a board without a measured battery are no reason to sleep") {
  OnBattery bench;
  for (int i = 0; i < 600; i++) {
    bench.battery.mv = 3'100;
    bench.run(90);
    bench.battery.mv = 3'320;
    bench.run(10);
  }
  CHECK_EQ(bench.board.sleeps, 0);
  bench.battery.mv = 0;
  bench.run(60'000);
  CHECK_EQ(bench.board.sleeps, 0);
}

TEST("mains that returns while it says its last words keeps it awake, and takes them back") {
  OnBattery bench;
  bench.server.is_mqtt_up = bench.server.is_web_socket_up = bench.server.is_http_up = false;
  bench.battery.mv = 3290;
  bench.run(LowBattery::kSteadyMs + 5'000);
  bench.setMains(true);
  bench.run(5'000);
  bench.server.is_mqtt_up = bench.server.is_http_up = true;
  bench.run(120'000);
  CHECK_EQ(bench.board.sleeps, 0);
  CHECK(bench.server.beats.back().is_up);
  CHECK(!holds(bench.lastBeat(), "sleep"));
}

TEST("woken by the mains, it is a board to which power came") {
  OnBattery bench;
  bench.battery.mv = 3290;
  CHECK(bench.runUntil([&] { return bench.board.sleeps > 0; }, 30'000));
  bench.shutDown();
  bench.run(3'600'000);
  bench.setMains(true);
  bench.server.events.clear();
  CHECK(!isTooLowToStart(hal::ResetReason::DeepSleep, bench.battery.mv));
  bench.boot(hal::ResetReason::DeepSleep);
  const int64_t back_ms = bench.server.now_ms;
  CHECK(bench.runUntil([&] { return !bench.server.events.empty(); }, 30'000));
  CHECK(!bench.server.events[0].is_down);
  CHECK(bench.server.events[0].at_ms - back_ms < 1'500);
  bench.run(10'000);
  CHECK(holds(bench.lastBeat(), "\"reset_reason\":\"power_on\""));
  CHECK(!holds(bench.lastBeat(), "sleep"));
  CHECK(!holds(bench.lastBeat(), "previous_boot_id"));
}

TEST("what it could not tell before it slept, it tells when it is back, with its time") {
  OnBattery bench;
  bench.setMains(true);
  bench.run(10'000);
  bench.wifi.is_router_up = false;
  bench.run(1'000);
  bench.server.events.clear();
  const int64_t lost_ms = bench.server.now_ms;
  bench.setMains(false);
  bench.run(60'000);
  bench.battery.mv = 3290;
  CHECK(bench.runUntil([&] { return bench.board.sleeps > 0; }, 60'000));
  bench.shutDown();
  bench.run(7'200'000);
  bench.setMains(true);
  bench.wifi.is_router_up = true;
  bench.boot(hal::ResetReason::DeepSleep);
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 2; }, 120'000));
  CHECK(bench.server.events[0].is_down);
  CHECK(bench.server.events[0].at_ms - lost_ms < 1'500);
  CHECK(!bench.server.events[1].is_down);
}

TEST("an empty board listens for the mains in every nap, not in its first sleep only") {
  Bench bench;
  bench.board.board.kind = hal::BoardKind::TDisplay;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.configure(hal::MainsInputKind::Optocoupler);
  const auto look = [&](hal::ResetReason reason, uint16_t millivolts) {
    bench.reset.value = reason;
    bench.mains.selected = hal::MainsInputKind::None;
    bench.mains.wakes = false;
    return sleepIfTooLow(bench.board, bench.reset, bench.store, bench.mains, millivolts);
  };
  // A nap after a nap, a brown-out on the way, an empty cell that was just plugged in.
  using Reason = hal::ResetReason;
  for (const Reason reason :
       {Reason::DeepSleep, Reason::DeepSleep, Reason::Brownout, Reason::PowerOn}) {
    CHECK(look(reason, 3'100));
    CHECK(bench.mains.wakes);
    CHECK_EQ(bench.mains.selected, hal::MainsInputKind::Optocoupler);
  }
  CHECK_EQ(bench.board.sleeps, 4);
  CHECK(!look(Reason::DeepSleep, 4'600));
  CHECK(!bench.mains.wakes);
  CHECK_EQ(bench.board.sleeps, 4);
}

TEST("mains that woke an empty board in vain is listened to again after a nap by time") {
  Bench bench;
  bench.board.board.kind = hal::BoardKind::TDisplay;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.configure(hal::MainsInputKind::Optocoupler);
  bench.reset.value = hal::ResetReason::DeepSleep;
  for (const bool is_woken_by_mains : {true, false, true}) {
    bench.reset.is_woken_by_mains = is_woken_by_mains;
    bench.mains.wakes = false;
    CHECK(sleepIfTooLow(bench.board, bench.reset, bench.store, bench.mains, 3'100));
    CHECK_EQ(bench.mains.wakes, !is_woken_by_mains);
  }
}

TEST("a pin on which nothing is configured to lie does not wake an empty board") {
  Bench bench;
  bench.board.board.kind = hal::BoardKind::TDisplay;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.reset.value = hal::ResetReason::DeepSleep;
  CHECK(sleepIfTooLow(bench.board, bench.reset, bench.store, bench.mains, 3'100));
  CHECK_EQ(bench.mains.selected, hal::MainsInputKind::Battery);
}

TEST("a board starts from 3.3 V up, and from 3.6 V up after a sleep or a brown-out") {
  using Reason = hal::ResetReason;
  for (const Reason reason : {Reason::PowerOn, Reason::Software, Reason::Panic}) {
    CHECK(isTooLowToStart(reason, 3'299));
    CHECK(!isTooLowToStart(reason, 3'300));
  }
  for (const Reason reason : {Reason::DeepSleep, Reason::Brownout}) {
    CHECK(isTooLowToStart(reason, 3'599));
    CHECK(!isTooLowToStart(reason, 3'600));
    CHECK(!isTooLowToStart(reason, 4'600));
    CHECK(!isTooLowToStart(reason, 0));
  }
}

TEST("a boot for want of power is told from others") {
  using Reason = hal::ResetReason;
  for (const Reason reason : {Reason::PowerOn, Reason::Brownout, Reason::DeepSleep}) {
    CHECK(isPowerLoss(reason));
  }
  for (const Reason reason :
       {Reason::Software, Reason::Panic, Reason::Watchdog, Reason::External, Reason::Unknown}) {
    CHECK(!isPowerLoss(reason));
  }
}
