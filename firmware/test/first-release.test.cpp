// What a board of the first release has stored, written by that release: an update must find it all.
#include "support/bench.h"
#include "support/check.h"
#include "support/fixtures.h"

namespace {

void restoreFirstRelease(Bench& bench) {
  for (const char* key : {"config0", "config1", "enrolment", "ota_tried"}) {
    bench.store.values[key] = readFixtureBytes(std::string("first-release/") + key);
  }
  const std::string ring = readFixtureBytes("first-release/events");
  memcpy(bench.flash.bytes.data(), ring.data(), ring.size());
  bench.server.token = "fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDE10";
}

}  // namespace

TEST("a board of the first release comes online as it was: its Wi-Fi, its token, its events") {
  Bench bench;
  restoreFirstRelease(bench);
  bench.boot(hal::ResetReason::Software);
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 2; }, 60'000));
  CHECK_EQ(bench.wifi.asked_ssid, "Home");
  CHECK_EQ(bench.wifi.asked_pass, "correct horse");
  CHECK_EQ(bench.mains.selected, hal::MainsInputKind::Vbus);
  CHECK_EQ(bench.server.tokens_given, 0);
  CHECK_EQ(bench.server.events[0].boot_id, 0x0badcafeu);
  CHECK_EQ(bench.server.events[0].seq, 20u);
  CHECK(bench.server.events[0].is_down);
  CHECK_EQ(bench.server.events[0].at_ms / 1'000, 1'799'999'840);
  CHECK_EQ(bench.server.events[1].seq, 25u);
  CHECK(!bench.server.events[1].is_down);
  CHECK_EQ(bench.server.events[1].at_ms / 1'000, 1'799'999'900);
}

TEST("an update that the first release had begun, and that did not last, is still told") {
  Bench bench;
  restoreFirstRelease(bench);
  bench.boot(hal::ResetReason::Software);
  CHECK(bench.runUntil([&] { return !bench.server.beats.empty(); }, 60'000));
  CHECK(bench.server.beats[0].json.find("\"update_failed\":\"1.1.0\"") != std::string::npos);
}
