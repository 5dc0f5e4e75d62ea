#include "core/power-fsm.h"
#include "support/check.h"
#include "support/prng.h"

using namespace faiwatch;
using Kind = hal::MainsInputKind;

namespace {

/// Plays readings to the machine every 10 ms and notes what it says.
class Player {
 public:
  explicit Player(Kind kind) : kind_(kind) { fsm.configure(kind, 0); }

  /// For levels: holds this voltage. @param until_ms of the boot
  void hold(uint16_t mv, uint64_t until_ms) {
    while (now < until_ms) step(mv);
  }
  /// For the optocoupler: pulses with this period, 0 for none.
  void pulse(uint64_t period_ms, uint64_t until_ms) {
    while (now < until_ms) {
      if (period_ms != 0 && now % period_ms == 0) {
        edges.count++;
        edges.last_ms = now;
      }
      step(0);
    }
  }
  void step(uint16_t mv) {
    const PowerChange change = fsm.sample(now, {edges, mv});
    if (change.has_changed) {
      changes++;
      last = change;
      told_at = now;
    }
    now += 10;
  }

  PowerFsm fsm;
  uint64_t now = 0;
  hal::MainsEdges edges = {0, 0};
  int changes = 0;
  PowerChange last = {};
  uint64_t told_at = 0;

 private:
  Kind kind_;
};

}  // namespace

TEST("without a sense power is up for ever, and nothing is ever said") {
  Player player(Kind::None);
  player.hold(0, 10'000);
  CHECK_EQ(player.changes, 0);
  CHECK_EQ(player.fsm.power(), Power::Up);
  CHECK(!player.fsm.hasSense());
  CHECK(!player.fsm.isLossLikely());
}

TEST("power is judged a second after the boot, or half a second when there is none") {
  Player up(Kind::Vbus);
  up.hold(5000, 900);
  CHECK_EQ(up.fsm.power(), Power::Unknown);
  up.hold(5000, 1'100);
  CHECK_EQ(up.fsm.power(), Power::Up);
  CHECK(up.last.is_first);
  CHECK(up.last.at_ms <= 10);
  Player down(Kind::Vbus);
  down.hold(0, 600);
  CHECK_EQ(down.fsm.power(), Power::Down);
  CHECK(down.last.is_first);
  CHECK(down.fsm.isLossLikely());
}

TEST("an input that wavers at the boot is judged once it is steady") {
  Player player(Kind::Vbus);
  for (int i = 0; i < 10; i++) {
    player.hold(5000, player.now + 300);
    player.hold(0, player.now + 300);
  }
  CHECK_EQ(player.changes, 0);
  player.hold(5000, player.now + 1'100);
  CHECK_EQ(player.fsm.power(), Power::Up);
  CHECK_EQ(player.changes, 1);
}

TEST("a loss on VBUS is told after 100 ms, with the moment it began") {
  Player player(Kind::Vbus);
  player.hold(5000, 2'000);
  player.hold(4000, 4'000);
  CHECK_EQ(player.changes, 2);
  CHECK_EQ(player.last.power, Power::Down);
  CHECK_EQ(player.last.at_ms, 2'000u);
  CHECK_EQ(player.told_at, 2'100u);
  CHECK(!player.last.is_first);
}

TEST("a dip shorter than the debounce is no loss, though a reason to save power") {
  Player player(Kind::Vbus);
  player.hold(5000, 2'000);
  player.hold(0, 2'090);
  CHECK(player.fsm.isLossLikely());
  CHECK_EQ(player.fsm.power(), Power::Up);
  player.hold(5000, 5'000);
  CHECK(!player.fsm.isLossLikely());
  CHECK_EQ(player.changes, 1);
}

TEST("between its two levels VBUS stays what it was") {
  Player player(Kind::Vbus);
  player.hold(5000, 2'000);
  player.hold(4200, 6'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
  player.hold(3000, 8'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  player.hold(4200, 12'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  player.hold(4400, 14'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
}

TEST("power counts as back after a steady second, with the moment it came") {
  Player player(Kind::Vbus);
  player.hold(5000, 2'000);
  player.hold(0, 5'000);
  player.hold(5000, 5'900);
  player.hold(0, 7'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  CHECK_EQ(player.changes, 2);
  player.hold(5000, 9'000);
  CHECK_EQ(player.last.power, Power::Up);
  CHECK_EQ(player.last.at_ms, 7'000u);
}

TEST("an optocoupler without an edge for 100 ms is a loss, dated by its last edge") {
  Player player(Kind::Optocoupler);
  player.pulse(20, 3'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
  player.pulse(0, 3'080);
  CHECK_EQ(player.fsm.power(), Power::Up);
  player.pulse(0, 4'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  CHECK_EQ(player.last.at_ms, 2'980u);
  CHECK_EQ(player.told_at, 3'080u);
}

TEST("missing periods are no loss") {
  Player player(Kind::Optocoupler);
  player.pulse(20, 3'000);
  for (int i = 0; i < 50; i++) player.pulse(90, player.now + 90);
  CHECK_EQ(player.fsm.power(), Power::Up);
}

TEST("odd edges on a dead line are no return; mains frequency is") {
  Player player(Kind::Optocoupler);
  player.pulse(20, 3'000);
  player.pulse(0, 5'000);
  player.pulse(80, 15'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  player.pulse(0, 16'000);
  player.pulse(20, 18'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
  CHECK(player.last.at_ms >= 15'990 && player.last.at_ms <= 16'030);
}

TEST("an edge that comes between the clock and the counter is not from the future") {
  PowerFsm fsm;
  fsm.configure(Kind::Optocoupler, 0);
  uint64_t now = 0;
  for (; now < 2'000; now += 10) fsm.sample(now, {{static_cast<uint32_t>(now), now + 1}, 0});
  CHECK_EQ(fsm.power(), Power::Up);
}

TEST("a loop that stood still does not take its own pause for a loss") {
  Player player(Kind::Optocoupler);
  player.pulse(20, 3'000);
  player.edges.count += 250;
  player.now += 5'000;
  player.edges.last_ms = player.now - 10;
  player.step(0);
  CHECK_EQ(player.fsm.power(), Power::Up);
  Player level(Kind::Vbus);
  level.hold(5000, 2'000);
  level.now += 5'000;
  level.step(0);
  CHECK_EQ(level.fsm.power(), Power::Up);
}

TEST("a battery at 4.2 V or less is no longer charged") {
  Player player(Kind::Battery);
  // The voltage changes slowly, so that the level decides and not a fall.
  for (uint16_t mv = 4800; mv > 4210; mv -= 10) player.hold(mv, player.now + 100);
  player.hold(4201, 10'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
  player.hold(4200, 12'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  player.hold(4299, 14'000);
  CHECK_EQ(player.fsm.power(), Power::Down);
  player.hold(4300, 16'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
}

TEST("a battery that cannot be measured says nothing") {
  Player player(Kind::Battery);
  player.hold(0, 5'000);
  CHECK_EQ(player.fsm.power(), Power::Unknown);
  player.hold(4800, 7'000);
  player.hold(0, 9'000);
  CHECK_EQ(player.fsm.power(), Power::Up);
  CHECK_EQ(player.changes, 1);
}

TEST("another input is judged anew") {
  Player player(Kind::Vbus);
  player.hold(5000, 2'000);
  player.fsm.configure(Kind::Optocoupler, player.now);
  CHECK_EQ(player.fsm.power(), Power::Unknown);
  player.pulse(0, player.now + 600);
  CHECK_EQ(player.fsm.power(), Power::Down);
  CHECK(player.last.is_first);
}

TEST("whatever the input does, losses and returns take turns and are dated in order") {
  for (uint64_t seed = 1; seed <= 300; seed++) {
    check::setContext("seed " + std::to_string(seed));
    Prng random(seed);
    const Kind kind = random.chance(50) ? Kind::Vbus : Kind::Battery;
    PowerFsm fsm;
    fsm.configure(kind, 0);
    Power power = Power::Unknown;
    uint64_t last_at = 0;
    uint64_t now = 0;
    uint16_t mv = 0;
    for (int i = 0; i < 3'000; i++) {
      if (random.chance(3)) mv = static_cast<uint16_t>(random.between(3'700, 4'600));
      const PowerChange change = fsm.sample(now, {{0, 0}, mv});
      if (change.has_changed) {
        CHECK(change.power != power);
        CHECK(change.at_ms >= last_at && change.at_ms <= now);
        CHECK_EQ(change.is_first, power == Power::Unknown);
        power = change.power;
        last_at = change.at_ms;
      }
      CHECK_EQ(fsm.power(), power);
      now += random.between(1, 40);
    }
  }
}

TEST("flash is written above 2.8 V, and where the supply cannot be measured") {
  CHECK(maySafelyWriteFlash(0));
  CHECK(maySafelyWriteFlash(2800));
  CHECK(!maySafelyWriteFlash(2799));
}

TEST("a battery's charge rises with its voltage from 0 to 100") {
  CHECK_EQ(batteryPercent(0), 0);
  CHECK_EQ(batteryPercent(3300), 0);
  CHECK_EQ(batteryPercent(3450), 5);
  CHECK_EQ(batteryPercent(3800), 50);
  CHECK_EQ(batteryPercent(4200), 100);
  CHECK_EQ(batteryPercent(5000), 100);
  for (uint16_t mv = 3000; mv < 4500; mv++) {
    CHECK(batteryPercent(static_cast<uint16_t>(mv + 1)) >= batteryPercent(mv));
  }
}

TEST("an edge counter that comes by 0 again is no loss") {
  Player player(Kind::Optocoupler);
  player.edges.count = UINT32_MAX - 200;
  player.pulse(20, 20'000);
  CHECK(player.edges.count < 2'000);
  CHECK_EQ(player.changes, 1);
  CHECK_EQ(player.fsm.power(), Power::Up);
}

namespace {

/// A charger and a cell behind an ADC that is off by some per cent and noisy.
struct Supply {
  uint16_t read(Prng& random, double volts) const {
    const double noise = static_cast<double>(random.next() % 61) - 30;
    return static_cast<uint16_t>(volts * (1'000 + error_thousandths) + noise);
  }
  int error_thousandths = 0;
};

}  // namespace

TEST("whatever the cell and the error of the ADC: a cut is noticed within a second") {
  Prng random(11);
  for (int error = -30; error <= 30; error += 5) {
    for (double cell = 3.30; cell < 4.251; cell += 0.05) {
      for (const double charger : {4.70, 4.85, 5.05}) {
        check::setContext(std::to_string(cell) + " V, " + std::to_string(error) + " thousandths");
        const Supply supply = {error};
        Player player(Kind::Battery);
        while (player.now < 5'000) player.step(supply.read(random, charger));
        CHECK_EQ(player.fsm.power(), Power::Up);
        const uint64_t cut = player.now;
        while (player.now < cut + 1'000) player.step(supply.read(random, cell));
        CHECK_EQ(player.fsm.power(), Power::Down);
        CHECK(player.last.at_ms >= cut && player.last.at_ms <= cut + 20);
        // The result stays for as long as the cell lasts, even when the load goes and the cell recovers.
        for (double volts = cell; player.now < cut + 30'000; volts -= 0.00005) {
          player.step(supply.read(random, volts + 0.04));
        }
        CHECK_EQ(player.changes, 2);
        const uint64_t back = player.now;
        while (player.now < back + 2'000) player.step(supply.read(random, charger));
        CHECK_EQ(player.fsm.power(), Power::Up);
        CHECK_EQ(player.changes, 3);
      }
    }
  }
}

TEST("10,000 hours of charging, with a charger that sags, are no loss") {
  Prng random(12);
  for (int run = 0; run < 100; run++) {
    check::setContext(std::to_string(run));
    const Supply supply = {static_cast<int>(random.next() % 61) - 30};
    Player player(Kind::Battery);
    double volts = 4.70 + static_cast<double>(random.next() % 350) / 1'000;
    double wanted = volts;
    // A hundred hours each, looked at twice a second, and every 10 ms around each sag.
    for (uint64_t second = 0; second < 360'000; second++) {
      if (random.next() % 1'800 == 0) {
        wanted = 4.70 + static_cast<double>(random.next() % 350) / 1'000;
      }
      // The load changes slowly as the cell fills.
      volts += (wanted - volts) * 0.002;
      const bool sags = random.next() % 600 == 0;
      for (int i = 0; sags && i < 20; i++) {
        player.step(supply.read(random, i < 6 ? volts - 0.35 : volts));
      }
      player.step(supply.read(random, volts));
      player.now += 490;
      player.step(supply.read(random, volts));
      player.now = player.now / 1'000 * 1'000 + 1'000;
    }
    CHECK_EQ(player.changes, 1);
    CHECK_EQ(player.fsm.power(), Power::Up);
  }
}
