#include "core/event-queue.h"
#include "support/check.h"
#include "support/fake-media.h"

using namespace faiwatch;

namespace {

struct Setup {
  FakeFlash flash{4096, 4};
  WallClock clock;
  EventQueue queue{flash, clock};

  explicit Setup(uint32_t boot_id = 1) {
    EventType last;
    queue.start(boot_id, last);
  }
  void add(uint32_t boot_id, uint32_t seq, uint64_t at_ms, uint64_t store_at_ms = 0) {
    PowerEvent event;
    event.type = seq % 2 == 0 ? EventType::PowerDown : EventType::PowerRecover;
    event.boot_id = boot_id;
    event.seq = seq;
    event.uptime_ms = at_ms;
    queue.add(event, store_at_ms);
  }
};

/// Seq of the next event, -1: none.
int nextSeq(const EventQueue& queue, uint64_t now_ms = 10'000, bool only_this_boot = false) {
  PowerEvent event;
  uint64_t age_ms = 0;
  return queue.next(now_ms, only_this_boot, event, age_ms) ? static_cast<int>(event.seq) : -1;
}

}  // namespace

TEST("an event can be sent before it is written") {
  Setup setup;
  setup.add(1, 0, 1'000, 1'030);
  setup.queue.tick(1'010, true, false);
  CHECK_EQ(setup.flash.writes, 0);
  CHECK_EQ(nextSeq(setup.queue), 0);
  setup.queue.tick(1'030, true, false);
  CHECK(setup.flash.writes > 0);
  CHECK_EQ(nextSeq(setup.queue), 0);
  CHECK_EQ(setup.queue.pendingCount(), 1u);
}

TEST("its age is counted at the moment of sending") {
  Setup setup;
  setup.add(1, 0, 1'000);
  PowerEvent event;
  uint64_t age_ms = 0;
  CHECK(setup.queue.next(4'500, false, event, age_ms));
  CHECK_EQ(age_ms, 3'500u);
  CHECK(setup.queue.next(900, false, event, age_ms));
  CHECK_EQ(age_ms, 0u);
  CHECK(setup.queue.next(1'000 + 2 * EventQueue::kMaxAgeMs, false, event, age_ms));
  CHECK_EQ(age_ms, EventQueue::kMaxAgeMs);
}

TEST("below the brown-out level nothing is written, and everything is kept") {
  Setup setup;
  setup.add(1, 0, 1'000);
  for (uint64_t now = 1'000; now < 60'000; now += 10) setup.queue.tick(now, false, false);
  CHECK_EQ(setup.flash.writes, 0);
  CHECK_EQ(nextSeq(setup.queue), 0);
}

TEST("acknowledged before it was written, it is not said again, but remembered over a restart") {
  Setup setup;
  setup.add(1, 0, 1'000, 1'030);
  setup.queue.acknowledge(1, 0);
  CHECK_EQ(nextSeq(setup.queue), -1);
  CHECK_EQ(setup.queue.pendingCount(), 0u);
  setup.queue.tick(2'000, true, false);
  EventQueue again(setup.flash, setup.clock);
  EventType last = EventType::PowerRecover;
  CHECK(again.start(2, last));
  CHECK_EQ(last, EventType::PowerDown);
  CHECK_EQ(again.pendingCount(), 0u);
}

TEST("acknowledged while it was being written, it is dropped from the ring") {
  Setup setup;
  setup.add(1, 0, 1'000);
  setup.add(1, 1, 2'000);
  setup.queue.tick(2'000, true, true);
  setup.queue.acknowledge(1, 0);
  CHECK_EQ(nextSeq(setup.queue), 1);
  setup.queue.tick(2'010, true, true);
  setup.queue.acknowledge(1, 1);
  CHECK_EQ(nextSeq(setup.queue), -1);
}

TEST("an acknowledgement for something unknown changes nothing") {
  Setup setup;
  setup.add(1, 0, 1'000);
  setup.queue.acknowledge(1, 7);
  setup.queue.acknowledge(2, 0);
  CHECK_EQ(nextSeq(setup.queue), 0);
  CHECK_EQ(setup.queue.pendingCount(), 1u);
}

TEST("events of an earlier boot wait until the time is known, and are then dated by it") {
  Setup first;
  first.clock.learn(1'800'000'000'000, 500);
  first.add(1, 4, 60'500);
  first.queue.tick(60'500, true, true);
  WallClock clock;
  EventQueue second(first.flash, clock);
  EventType last;
  second.start(2, last);
  PowerEvent event;
  uint64_t age_ms = 0;
  CHECK(!second.next(20'000, false, event, age_ms));
  // An hour after the first boot learned the time.
  clock.learn(1'800'003'600'000, 20'000);
  CHECK(second.next(21'000, false, event, age_ms));
  CHECK_EQ(event.seq, 4u);
  CHECK_EQ(age_ms, 3'600'000u + 1'000u - 60'000u);
}

TEST("events of this boot pass those that wait for the time only when asked to") {
  Setup first;
  first.add(1, 4, 1'000);
  first.queue.tick(1'000, true, true);
  EventQueue second(first.flash, first.clock);
  EventType last;
  second.start(2, last);
  PowerEvent event;
  event.boot_id = 2;
  event.seq = 0;
  event.uptime_ms = 5'000;
  second.add(event, 0);
  CHECK_EQ(nextSeq(second, 6'000, false), -1);
  CHECK_EQ(nextSeq(second, 6'000, true), 0);
}

TEST("an event was before this boot, whatever the clocks say") {
  Setup first;
  first.clock.learn(1'800'000'100'000, 0);
  first.add(1, 0, 1'000);
  first.queue.tick(1'000, true, true);
  WallClock clock;
  clock.learn(1'800'000'000'000, 30'000);
  EventQueue second(first.flash, clock);
  EventType last;
  second.start(2, last);
  PowerEvent event;
  uint64_t age_ms = 0;
  CHECK(second.next(31'000, false, event, age_ms));
  CHECK_EQ(age_ms, 31'000u);
}

TEST("an event of a boot that never learned the time is given up and counted, not invented") {
  Setup first;
  first.add(1, 0, 1'000);
  first.queue.tick(1'000, true, true);
  WallClock clock;
  EventQueue second(first.flash, clock);
  EventType last;
  second.start(2, last);
  second.tick(10'000, true, true);
  CHECK_EQ(second.undatedCount(), 0u);
  CHECK_EQ(second.pendingCount(), 1u);
  clock.learn(1'800'000'000'000, 20'000);
  CHECK_EQ(nextSeq(second, 20'000), -1);
  second.tick(20'000, true, true);
  CHECK_EQ(second.undatedCount(), 1u);
  CHECK_EQ(second.pendingCount(), 0u);
}

TEST("events written before the time was known learn it while there is mains") {
  Setup first;
  first.add(1, 0, 1'000);
  first.queue.tick(1'000, true, true);
  first.clock.learn(1'800'000'000'000, 5'000);
  first.queue.tick(20'000, true, false);
  first.queue.tick(30'000, true, true);
  WallClock clock;
  clock.learn(1'800'000'060'000, 1'000);
  EventQueue second(first.flash, clock);
  EventType last;
  second.start(2, last);
  PowerEvent event;
  uint64_t age_ms = 0;
  CHECK(second.next(1'000, false, event, age_ms));
  CHECK_EQ(age_ms, 64'000u);
}

TEST(
    "a flash that fails holds nothing up: memory keeps the newest sixteen, and the rest is "
    "counted") {
  Setup setup;
  setup.flash.fails_writes = true;
  for (uint32_t seq = 0; seq < 20; seq++) {
    setup.add(1, seq, seq * 1'000);
    setup.queue.tick(seq * 1'000, true, true);
  }
  CHECK_EQ(setup.queue.lostCount(), 4u);
  CHECK_EQ(setup.queue.pendingCount(), 16u);
  CHECK_EQ(nextSeq(setup.queue), 4);
  setup.flash.fails_writes = false;
  for (uint64_t now = 30'000; now < 60'000; now += 10) setup.queue.tick(now, true, true);
  EventQueue again(setup.flash, setup.clock);
  EventType last;
  CHECK(again.start(1, last));
  CHECK_EQ(again.pendingCount(), 16u);
  CHECK_EQ(nextSeq(again, 100'000), 4);
}

TEST("an acknowledged event makes room in memory without a loss") {
  Setup setup;
  setup.flash.fails_writes = true;
  for (uint32_t seq = 0; seq < 16; seq++) setup.add(1, seq, seq);
  setup.queue.acknowledge(1, 0);
  setup.add(1, 16, 16);
  CHECK_EQ(setup.queue.lostCount(), 0u);
}

TEST("an acknowledgement that flash does not take is remembered and tried again") {
  Setup setup;
  for (uint32_t seq = 0; seq < 12; seq++) setup.add(1, seq, seq);
  for (uint64_t now = 100; now < 300; now += 10) setup.queue.tick(now, true, false);
  setup.flash.fails_writes = true;
  for (uint32_t seq = 0; seq < 3; seq++) setup.queue.acknowledge(1, seq);
  CHECK_EQ(nextSeq(setup.queue), 3);
  CHECK_EQ(setup.queue.pendingCount(), 9u);
  setup.queue.tick(10'000, true, true);
  CHECK_EQ(nextSeq(setup.queue), 3);
  setup.flash.fails_writes = false;
  setup.queue.tick(20'000, true, true);
  EventQueue again(setup.flash, setup.clock);
  EventType last;
  again.start(1, last);
  CHECK_EQ(nextSeq(again), 3);
  CHECK_EQ(again.pendingCount(), 9u);
}

TEST("of more than eight such acknowledgements the oldest are said again") {
  Setup setup;
  for (uint32_t seq = 0; seq < 12; seq++) setup.add(1, seq, seq);
  for (uint64_t now = 100; now < 300; now += 10) setup.queue.tick(now, true, false);
  setup.flash.fails_writes = true;
  for (uint32_t seq = 0; seq < 10; seq++) setup.queue.acknowledge(1, seq);
  CHECK_EQ(nextSeq(setup.queue), 0);
}

TEST("before a restart everything is written at once") {
  Setup setup;
  for (uint32_t seq = 0; seq < 5; seq++) setup.add(1, seq, seq, 1'000'000);
  setup.queue.storeAll(10);
  EventQueue again(setup.flash, setup.clock);
  EventType last;
  CHECK(again.start(1, last));
  CHECK_EQ(again.pendingCount(), 5u);
}
