#include "core/event-ring.h"

#include <algorithm>
#include <vector>

#include "support/check.h"
#include "support/fake-media.h"

using namespace faiwatch;

namespace {

PowerEvent makeEvent(uint32_t seq, uint32_t boot_id = 1) {
  PowerEvent event;
  event.type = seq % 2 == 0 ? EventType::PowerDown : EventType::PowerRecover;
  event.boot_id = boot_id;
  event.seq = seq;
  event.uptime_ms = seq * 1'000'003ULL;
  event.battery_mv = static_cast<uint16_t>(3000 + seq);
  return event;
}

bool isAsMade(const PowerEvent& event) {
  const PowerEvent made = makeEvent(event.seq, event.boot_id);
  return event.type == made.type && event.uptime_ms == made.uptime_ms &&
         event.battery_mv == made.battery_mv;
}

std::vector<uint32_t> pendingSeqs(const EventRing& ring) {
  std::vector<uint32_t> seqs;
  PowerEvent event;
  EventRing::Place place;
  for (bool more = ring.firstPending(event, place); more; more = ring.nextPending(event, place)) {
    CHECK(isAsMade(event));
    seqs.push_back(event.seq);
  }
  return seqs;
}

std::vector<uint32_t> numbers(uint32_t from, uint32_t to) {
  std::vector<uint32_t> all;
  for (uint32_t i = from; i < to; i++) all.push_back(i);
  return all;
}

bool dropFirst(EventRing& ring) {
  PowerEvent event;
  EventRing::Place place;
  return ring.firstPending(event, place) && ring.markDone(place);
}

/// Three sectors of three records.
constexpr uint32_t kSector = EventRing::kHeaderBytes + 3 * EventRing::kRecordBytes;

}  // namespace

TEST("an empty ring has nothing, and recovering it writes nothing") {
  FakeFlash flash(4096, 8);
  EventRing ring(flash);
  ring.recover();
  PowerEvent event;
  EventRing::Place place;
  EventType last;
  CHECK(!ring.firstPending(event, place));
  CHECK(!ring.lastType(last));
  CHECK_EQ(ring.pendingCount(), 0u);
  CHECK_EQ(flash.writes, 0);
}

TEST("events come out in the order in which they went in, also after a restart") {
  FakeFlash flash(4096, 8);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 250; seq++) CHECK(ring.append(makeEvent(seq), false));
  CHECK(pendingSeqs(ring) == numbers(0, 250));
  EventRing again(flash);
  again.recover();
  CHECK(pendingSeqs(again) == numbers(0, 250));
  CHECK_EQ(again.pendingCount(), 250u);
  EventType last;
  CHECK(again.lastType(last));
  CHECK_EQ(last, EventType::PowerRecover);
  CHECK_EQ(flash.misuses, 0);
}

TEST("one event is one small write, when there is no new sector to begin") {
  FakeFlash flash(4096, 8);
  EventRing ring(flash);
  ring.recover();
  CHECK(ring.append(makeEvent(0), false));
  flash.writes = 0;
  CHECK(ring.append(makeEvent(1), false));
  CHECK_EQ(flash.writes, 1);
  CHECK_EQ(flash.written_lengths.back(), EventRing::kRecordBytes);
}

TEST("an event that is done is not given again, whatever the order") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 6; seq++) CHECK(ring.append(makeEvent(seq), false));
  CHECK(dropFirst(ring));
  PowerEvent event;
  EventRing::Place place;
  CHECK(ring.firstPending(event, place));
  CHECK(ring.nextPending(event, place));
  CHECK_EQ(event.seq, 2u);
  CHECK(ring.markDone(place));
  CHECK(ring.markDone(place));
  CHECK((pendingSeqs(ring) == std::vector<uint32_t>{1, 3, 4, 5}));
  CHECK_EQ(ring.pendingCount(), 4u);
  EventRing again(flash);
  again.recover();
  CHECK((pendingSeqs(again) == std::vector<uint32_t>{1, 3, 4, 5}));
}

TEST("an event that was acknowledged before it was written is kept as the last state only") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  CHECK(ring.append(makeEvent(2), true));
  CHECK_EQ(ring.pendingCount(), 0u);
  EventRing again(flash);
  again.recover();
  PowerEvent event;
  EventRing::Place place;
  EventType last;
  CHECK(!again.firstPending(event, place));
  CHECK(again.lastType(last));
  CHECK_EQ(last, EventType::PowerDown);
}

TEST("the ring goes round and round, and its sectors wear evenly") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 900; seq++) {
    CHECK(ring.append(makeEvent(seq), false));
    CHECK(dropFirst(ring));
    ring.prepare();
  }
  CHECK_EQ(ring.evictedCount(), 0u);
  const auto [least, most] = std::minmax_element(flash.erases.begin(), flash.erases.end());
  CHECK(*least >= 98 && *most <= 101);
}

TEST("a full ring gives up its oldest sector, and counts what was lost") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 10; seq++) CHECK(ring.append(makeEvent(seq), false));
  CHECK(pendingSeqs(ring) == numbers(3, 10));
  CHECK_EQ(ring.evictedCount(), 3u);
  CHECK_EQ(ring.pendingCount(), 7u);
  EventRing again(flash);
  again.recover();
  CHECK(pendingSeqs(again) == numbers(3, 10));
}

TEST("a place whose sector was given up names nothing any more") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  CHECK(ring.append(makeEvent(0), false));
  PowerEvent event;
  EventRing::Place place;
  CHECK(ring.firstPending(event, place));
  for (uint32_t seq = 1; seq < 20; seq++) CHECK(ring.append(makeEvent(seq), false));
  CHECK(!ring.markDone(place));
  CHECK(!ring.stampWall(place, 1'800'000'000'000));
  CHECK(!ring.nextPending(event, place));
}

TEST("the next sector is erased ahead of time, and only when it holds nothing") {
  FakeFlash flash(4096, 3);
  EventRing ring(flash);
  ring.recover();
  uint32_t seq = 0;
  CHECK(!ring.prepare());
  // Once around, so that the next sector is no longer blank.
  for (; seq < 3 * 102; seq++) {
    CHECK(ring.append(makeEvent(seq), false));
    CHECK(dropFirst(ring));
  }
  CHECK(ring.append(makeEvent(seq++), false));
  CHECK(!ring.prepare());
  for (int i = 0; i < 95; i++) CHECK(ring.append(makeEvent(seq++), false));
  const int erases = flash.erases[0] + flash.erases[1] + flash.erases[2];
  CHECK(ring.prepare());
  CHECK(!ring.prepare());
  CHECK_EQ(flash.erases[0] + flash.erases[1] + flash.erases[2], erases + 1);
  for (int i = 0; i < 20; i++) CHECK(ring.append(makeEvent(seq++), false));
  // Nothing had to be erased then.
  CHECK_EQ(flash.erases[0] + flash.erases[1] + flash.erases[2], erases + 1);
}

TEST("an event learns its wall time later, once") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  PowerEvent dated = makeEvent(1);
  dated.wall_ms = 1'795'230'000'123;
  CHECK(ring.append(makeEvent(0), false));
  CHECK(ring.append(dated, false));
  PowerEvent event;
  EventRing::Place place;
  CHECK(ring.firstPending(event, place));
  CHECK_EQ(event.wall_ms, 0);
  CHECK(ring.stampWall(place, 1'800'000'000'000));
  CHECK(!ring.stampWall(place, 1'900'000'000'000));
  EventRing again(flash);
  again.recover();
  CHECK(again.firstPending(event, place));
  CHECK_EQ(event.wall_ms, 1'800'000'000'000);
  CHECK(again.nextPending(event, place));
  CHECK_EQ(event.wall_ms, 1'795'230'000'123);
}

TEST("a flash that takes nothing loses nothing that it has") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 9; seq++) CHECK(ring.append(makeEvent(seq), false));
  flash.fails_writes = true;
  CHECK(!ring.append(makeEvent(9), false));
  CHECK(!ring.append(makeEvent(9), false));
  CHECK(!dropFirst(ring));
  flash.fails_writes = false;
  EventRing again(flash);
  again.recover();
  // One sector was given up in the hope that the event would fit, and no more after it.
  CHECK(pendingSeqs(again) == numbers(3, 9));
  CHECK(again.append(makeEvent(9), false));
}

TEST("a sector that cannot be erased is passed over") {
  FakeFlash flash(kSector, 4);
  EventRing ring(flash);
  ring.recover();
  for (uint32_t seq = 0; seq < 12; seq++) {
    CHECK(ring.append(makeEvent(seq), false));
    CHECK(dropFirst(ring));
  }
  flash.fails_erases = true;
  CHECK(!ring.append(makeEvent(12), false));
  flash.fails_erases = false;
  CHECK(ring.append(makeEvent(12), false));
  CHECK(pendingSeqs(ring) == numbers(12, 13));
}

TEST("what cannot be read for a moment is there again later") {
  FakeFlash flash(kSector, 3);
  EventRing ring(flash);
  ring.recover();
  CHECK(ring.append(makeEvent(0), false));
  CHECK(ring.append(makeEvent(1), false));
  PowerEvent event;
  EventRing::Place place;
  flash.fails_reads = true;
  CHECK(!ring.firstPending(event, place));
  flash.fails_reads = false;
  CHECK(pendingSeqs(ring) == numbers(0, 2));
}

TEST("a flash full of anything at all is recovered from, and used again") {
  for (uint64_t seed = 0; seed < 200; seed++) {
    check::setContext("seed " + std::to_string(seed));
    FakeFlash flash(kSector, 3);
    Prng random(seed + 1);
    for (uint8_t& byte : flash.bytes) byte = static_cast<uint8_t>(random.next());
    EventRing ring(flash);
    ring.recover();
    CHECK_EQ(ring.pendingCount(), 0u);
    for (uint32_t seq = 0; seq < 12; seq++) {
      CHECK(ring.append(makeEvent(seq), false));
      CHECK(dropFirst(ring));
    }
    CHECK_EQ(flash.misuses, 0);
  }
}

namespace {

/// What must be stored after a script of appends, marks and stamps, and what may be.
struct Ledger {
  std::vector<uint32_t> appended;
  std::vector<uint32_t> maybe_appended;
  std::vector<uint32_t> done;
  std::vector<uint32_t> maybe_done;
};

bool holds(const std::vector<uint32_t>& all, uint32_t seq) {
  return std::find(all.begin(), all.end(), seq) != all.end();
}

/// Runs until the power goes. Keeps at most `most` events pending, so that nothing is evicted.
void runScript(EventRing& ring, FakeFlash& flash, Ledger& ledger, uint32_t& seq, Prng& random,
               size_t most) {
  for (int step = 0; step < 400 && !flash.power.is_dead; step++) {
    PowerEvent event;
    EventRing::Place place;
    if (ring.pendingCount() < most && random.chance(55)) {
      const uint32_t number = seq++;
      ledger.maybe_appended.push_back(number);
      if (ring.append(makeEvent(number), false)) ledger.appended.push_back(number);
    } else if (random.chance(20) && ring.firstPending(event, place)) {
      ring.stampWall(place, 1'800'000'000'000 + event.seq);
    } else if (ring.firstPending(event, place)) {
      ledger.maybe_done.push_back(event.seq);
      if (ring.markDone(place)) ledger.done.push_back(event.seq);
    } else {
      ring.prepare();
    }
  }
}

void checkAgainst(const Ledger& ledger, const EventRing& ring) {
  PowerEvent event;
  EventRing::Place place;
  std::vector<uint32_t> found;
  uint32_t previous = 0;
  for (bool more = ring.firstPending(event, place); more; more = ring.nextPending(event, place)) {
    // Every event is one that happened, and all are in order.
    CHECK(isAsMade(event));
    CHECK(holds(ledger.maybe_appended, event.seq));
    CHECK(found.empty() || event.seq > previous);
    CHECK(event.wall_ms == 0 || event.wall_ms == 1'800'000'000'000 + event.seq);
    previous = event.seq;
    found.push_back(event.seq);
  }
  for (const uint32_t seq : ledger.appended) {
    // None is lost, except one whose mark was being written.
    if (!holds(ledger.maybe_done, seq)) CHECK(holds(found, seq));
  }
  for (const uint32_t seq : ledger.done) CHECK(!holds(found, seq));
  CHECK_EQ(ring.pendingCount(), found.size());
}

}  // namespace

TEST(
    "whatever byte of whatever write or erase the power goes at, no event is lost, changed or made "
    "up") {
  // Long enough to go around the ring; the power goes once at every byte of it.
  for (uint64_t seed = 1; seed <= 3; seed++) {
    for (long budget = 0; budget < 3'500; budget++) {
      check::setContext("seed " + std::to_string(seed) + ", power gone at byte " +
                        std::to_string(budget));
      FakeFlash flash(kSector, 3);
      flash.erases_backwards = seed == 2;
      Prng random(seed);
      Ledger ledger;
      uint32_t seq = 0;
      {
        EventRing ring(flash);
        ring.recover();
        flash.power.bytes = budget;
        runScript(ring, flash, ledger, seq, random, 4);
      }
      const bool was_cut = flash.power.is_dead;
      flash.power.restore();
      EventRing again(flash);
      again.recover();
      checkAgainst(ledger, again);
      // The ring goes on from there.
      CHECK(again.append(makeEvent(seq), false));
      CHECK_EQ(again.evictedCount(), 0u);
      if (!was_cut) break;
    }
  }
}

TEST("torn again and again, the ring stays whole") {
  for (uint64_t seed = 1; seed <= 300; seed++) {
    FakeFlash flash(kSector, 4);
    flash.erases_backwards = seed % 2 == 0;
    Prng random(seed);
    Ledger ledger;
    uint32_t seq = 0;
    for (int boot = 0; boot < 12; boot++) {
      check::setContext("seed " + std::to_string(seed) + ", boot " + std::to_string(boot));
      flash.power.restore();
      EventRing ring(flash);
      ring.recover();
      checkAgainst(ledger, ring);
      flash.power.bytes = random.between(0, 900);
      runScript(ring, flash, ledger, seq, random, 4);
    }
  }
}

TEST("writes that fail here and there lose nothing and make nothing up") {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    check::setContext("seed " + std::to_string(seed));
    FakeFlash flash(kSector, 4);
    Prng random(seed);
    Prng faults(seed + 1000);
    flash.random = &faults;
    flash.write_fault_percent = 1;
    Ledger ledger;
    uint32_t seq = 0;
    EventRing ring(flash);
    ring.recover();
    runScript(ring, flash, ledger, seq, random, 3);
    EventRing again(flash);
    again.recover();
    checkAgainst(ledger, again);
  }
}
