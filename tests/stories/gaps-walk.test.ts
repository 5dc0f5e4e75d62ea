/**
 * A server that is killed, stopped and frozen at random beside boards that lose power at random. Nobody is told of a
 * loss that is over, or that was shorter than its threshold; of each other one somebody is, in time.
 *
 * GAPS_CUTS: how many cuts (default 30). GAPS_SEED: others.
 */
import { expect, test } from 'bun:test';
import { Prng } from '../../src/domain/prng.ts';
import { bootMs } from '../support/gaps-board.ts';
import { hadItsTime, heardFor, someLength } from '../support/gaps-truth.ts';
import { type GapsSite, GapsWorld, recoveryDelayMs, type Told } from '../support/gaps-world.ts';

const cuts = Number(process.env['GAPS_CUTS'] ?? 30);
const seed = process.env['GAPS_SEED'] ?? '1';
const second = 1_000;

/** What decision 086 lets an alert wait for a board. */
const longestReturnMs = 60 * second;
/** A board that has died starts, and a step of the walk passes, before anybody hears of its power. */
const slackMs = 5 * second;
/**
 * The clock of a loss that is told may differ this much from the board's own, where only silence told of it: two faults
 * one after the other, and the board's wait after them. Cuts of one board are further apart.
 */
const datedWithinMs = 300 * second;

const plan = [5, 5, 20, 60].flatMap((thresholdSeconds) =>
  [true, false].flatMap((isHttp) =>
    [true, false].map((hasBattery) => ({ thresholdSeconds, isHttp, hasBattery })),
  ),
);

/** Plays the mains of each site: cuts of random length, far enough apart to be told apart. */
function playMains(world: GapsWorld, random: Prng, isOver: () => boolean): (now: number) => void {
  const next = new Map(
    world.sites.map(({ board }) => [board, world.time.wallMs + random.between(10, 300) * second]),
  );
  return (now) => {
    for (const { board, thresholdMs } of world.sites) {
      if (now < (next.get(board) ?? 0)) continue;
      if (!board.hasMains) {
        board.regainsMains(now);
        next.set(board, now + random.between(330, 600) * second);
      } else if (!isOver()) {
        board.losesMains(now);
        const lasts =
          random.next() < 0.4 ? random.next() * thresholdMs : random.between(1, 200) * second;
        next.set(board, now + lasts);
      }
    }
  };
}

async function breaks(world: GapsWorld, random: Prng): Promise<void> {
  const lasts = someLength(random);
  const kind = random.next();
  if (kind < 0.4) await world.kill(lasts);
  else if (kind < 0.6) await world.stop(lasts);
  else await world.freeze(lasts, random.next() < 0.5);
}

function cutOf({ board }: GapsSite, { downAt }: Told) {
  const [nearest] = board.cuts.toSorted(
    (one, other) => Math.abs(one.downAt - downAt) - Math.abs(other.downAt - downAt),
  );
  return nearest !== undefined && Math.abs(nearest.downAt - downAt) < datedWithinMs
    ? nearest
    : null;
}

function check(world: GapsWorld): { readonly told: number; readonly worstMs: number } {
  let due = 0;
  let worstMs = 0;
  for (const site of world.sites) {
    const { board, thresholdMs } = site;
    const told = world.told.filter(({ deviceId }) => deviceId === board.deviceId);
    for (const one of told) {
      const cut = cutOf(site, one);
      expect({ one, cut }).toEqual({ one, cut: expect.anything() });
      if (cut === null) continue;
      const lastedMs = (board.hasBattery ? cut.upAt : cut.upAt + bootMs) - cut.downAt;
      // A board that stayed away for longer than it has time for is told of as it was last known, and of its end.
      const isAsKnown = told.some(
        (word) =>
          !word.isOver &&
          cutOf(site, word) === cut &&
          cut.endHeardAt > word.at &&
          hadItsTime(word.at, world.faults),
      );
      const isShort = lastedMs < thresholdMs - stepMs && !isAsKnown;
      const isFalse = !one.isOver && one.at > cut.upAt + slackMs && !isAsKnown;
      expect({ one, cut, isShort, isFalse, faults: near(world, one.at) }).toMatchObject({
        isShort: false,
        isFalse: false,
      });
    }
    for (const cut of board.cuts) {
      const lastedMs = cut.upAt - cut.downAt;
      const about = told.filter((one) => cutOf(site, one) === cut);
      const alerts = about.filter(({ kind }) => kind === 'alert');
      const ends = about.filter(({ kind }) => kind === 'recovery');
      const [alert] = alerts;
      if (alert === undefined) {
        // A board without a battery that nobody heard has forgotten it.
        const isKept = board.hasBattery && lastedMs > thresholdMs + slackMs;
        expect({
          cut,
          thresholdMs,
          alerts: isKept ? 0 : 1,
          faults: near(world, cut.downAt),
        }).toMatchObject({ alerts: 1 });
        continue;
      }
      due += 1;
      expect({ cut, about, alerts: alerts.length, ends: ends.length }).toMatchObject({
        ...{ alerts: 1, ends: alert.isOver ? 0 : 1 },
      });
      const dueAt = cut.downAt + thresholdMs;
      const boundAt = alert.isOver
        ? heardFor(
            2 * longestReturnMs + recoveryDelayMs,
            Math.max(dueAt, cut.upAt + recoveryDelayMs),
            world.faults,
          )
        : heardFor(longestReturnMs, dueAt, world.faults);
      if (board.hasBattery) {
        expect({
          cut,
          alert,
          isLate: alert.at > boundAt + slackMs,
          boundAt,
          faults: near(world, cut.downAt),
        }).toMatchObject({ isLate: false });
      }
      if (!alert.isOver) worstMs = Math.max(worstMs, alert.at - dueAt);
    }
  }
  return { told: due, worstMs };
}

const stepMs = 500;
const near = (world: GapsWorld, at: number) =>
  world.faults.filter(({ from, to }) => from < at + 300_000 && to > at - 300_000);

test(
  `${cuts} cuts beside kills, stops and freezes: no false alarm, none below the threshold, all due ones told`,
  async () => {
    const random = new Prng(`gaps ${seed}`);
    const world = new GapsWorld(plan, random);
    try {
      const cutsSoFar = () => world.sites.reduce((sum, { board }) => sum + board.cuts.length, 0);
      world.onStep = playMains(world, random, () => cutsSoFar() >= cuts);
      while (cutsSoFar() < cuts || world.sites.some(({ board }) => !board.hasMains)) {
        await world.advance(random.between(1, 150) * second);
        await breaks(world, random);
      }
      await world.advance(600 * second);
      const { told, worstMs } = check(world);
      console.info(
        `  ${cutsSoFar()} cuts, ${world.faults.length} faults, ${told} told, ${world.told.length} messages, ` +
          `the slowest ${Math.round(worstMs / second)} s after its time`,
      );
    } finally {
      world.close();
    }
  },
  cuts * 2_000 + 60_000,
);

test('a loss below its threshold whose end waits while the process stands still is told to nobody', async () => {
  const random = new Prng(`short standstills ${seed}`);
  const short = plan.filter(
    ({ thresholdSeconds, hasBattery }) => thresholdSeconds === 5 && hasBattery,
  );
  const world = new GapsWorld(short, random);
  let backAt = Number.POSITIVE_INFINITY;
  world.onStep = (now) => {
    if (now < backAt) return;
    for (const { board } of world.sites) if (!board.hasMains) board.regainsMains(now);
  };
  try {
    await world.advance(60 * second);
    for (let i = 0; i < 20; i += 1) {
      const from = Math.floor(world.time.wallMs);
      backAt = from + random.between(1_500, 4_400);
      for (const { board } of world.sites) board.losesMains(from);
      await world.advance(random.between(250, 1_000));
      // Over MQTT and HTTP alike, the report of the return lies in the kernel until the threshold is over.
      const untilDueMs = from + 5_100 - world.time.wallMs;
      await world.freeze(random.between(untilDueMs, 4_900), i % 2 === 0);
      await world.advance(130 * second);
    }
    expect(world.sites.map(({ board }) => board.cuts.length)).toEqual([20, 20, 20, 20]);
    expect(world.told).toEqual([]);
  } finally {
    world.close();
  }
}, 60_000);
