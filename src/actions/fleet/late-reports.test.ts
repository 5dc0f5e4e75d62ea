import { describe, expect, test } from 'bun:test';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
import { runs } from '../../../tests/support/runs.ts';
import { deriveOutages, type PowerFact } from '../../domain/fleet/power-history.ts';
import { outages } from '../../store/alerts/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

const recoveryDelayMs = 120_000;
const thresholdSeconds = 60;
/** A doubtful loss is not told of at once. */
const longestHoldMs = 15_000;

/** Alternating losses and returns of mains, seconds apart, as a device with mains sensing has them. */
const power = fc
  .array(fc.integer({ min: 5, max: 400 }), { minLength: 2, maxLength: 9 })
  .map((gapsSeconds) => {
    let atSeconds = 10;
    return gapsSeconds.map((gap, index): PowerFact => {
      atSeconds += gap;
      return { at: atSeconds, power: index % 2 === 0 ? 'DOWN' : 'UP' };
    });
  });

interface Arrival {
  readonly fact: PowerFact;
  readonly seq: number;
  readonly arrivesAt: number;
}

const story = power.chain((facts) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 900 }), {
        minLength: facts.length,
        maxLength: facts.length,
      }),
      fc.array(fc.integer({ min: 0, max: 900 }), {
        minLength: facts.length,
        maxLength: facts.length,
      }),
    )
    .map(([delays, repeats]): Arrival[] =>
      facts
        .flatMap((fact, index) => [
          // One counter for heartbeats and reports, in the order in which the device made them.
          { fact, seq: fact.at * 10, arrivesAt: fact.at + (delays[index] ?? 0) },
          {
            fact,
            seq: fact.at * 10,
            arrivesAt: fact.at + (delays[index] ?? 0) + (repeats[index] ?? 0),
          },
        ])
        .sort((a, b) => a.arrivesAt - b.arrivesAt),
    ),
);

/** Between two whole seconds, so that no heartbeat falls on the very moment of a loss. */
const beatOffsetSeconds = 0.5;

/** Plays a device that sends a heartbeat every 25 s, and whose reports arrive as `arrivals` has it. */
async function play(arrivals: readonly Arrival[]) {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor, { thresholdSeconds });
  const startAt = monitor.time.wallMs;
  const facts = arrivals.map(({ fact }) => fact).sort((a, b) => a.at - b.at);
  const lastAt = Math.max(...arrivals.map(({ arrivesAt }) => arrivesAt)) + 1;

  const goTo = async (atSeconds: number) => {
    const until = startAt + atSeconds * 1000;
    do {
      // In steps that no sweep takes for a stall of the process.
      monitor.time.advanceMs(Math.min(4_000, until - monitor.time.wallMs));
      await monitor.sweep.sweep(monitor.clock());
    } while (monitor.time.wallMs < until);
  };
  const sendBeat = async (atSeconds: number) => {
    await goTo(atSeconds);
    const now = facts.findLast((fact) => fact.at <= atSeconds)?.power ?? 'UP';
    const sent = beat({ power: now, has_mains_sense: true, seq: atSeconds * 10 });
    await recordHeartbeat(monitor, device, sent, 'mqtt', monitor.clock());
  };

  let nextBeat = beatOffsetSeconds;
  for (const { fact, seq, arrivesAt } of arrivals) {
    for (; nextBeat < arrivesAt; nextBeat += 25) await sendBeat(nextBeat);
    await goTo(arrivesAt);
    const ageMs = (arrivesAt - fact.at) * 1000;
    const type = fact.power === 'DOWN' ? 'POWER_DOWN' : 'POWER_RECOVER';
    await recordEvents(
      monitor,
      device,
      [report(type, { seq, age_ms: ageMs })],
      'mqtt',
      monitor.clock(),
    );
    const open = monitor.store.db.select().from(outages).all();
    expect(open.filter((row) => row.confirmedAt === null).length).toBeLessThanOrEqual(1);
    expectAlerts(monitor);
  }
  await sendBeat(Math.max(nextBeat, lastAt + beatOffsetSeconds));
  const rows = monitor.store.db
    .select()
    .from(outages)
    .where(eq(outages.cause, 'mains'))
    .orderBy(asc(outages.downAt))
    .all();
  const toSeconds = (at: number | null) => (at === null ? null : (at - startAt) / 1000);
  return {
    monitor,
    found: rows.map((row) => ({
      downAt: toSeconds(row.downAt),
      recoverAt: toSeconds(row.recoverAt),
      flaps: row.flaps,
    })),
  };
}

/** Nobody is told of an outage before its threshold, or that was over by then; of one that goes on, somebody. */
function expectAlerts({ store, time }: TestMonitor): void {
  const isPending = eq(notifications.status, 'pending');
  const pending = store.db.select().from(notifications).where(isPending).all();
  for (const outage of store.db.select().from(outages).all()) {
    const alerts = pending.filter(({ outageId }) => outageId === outage.id);
    if (outage.recoverAt !== null) {
      const isShort = outage.recoverAt - outage.downAt < thresholdSeconds * 1000;
      expect(alerts.length).toBeLessThanOrEqual(isShort ? 0 : 1);
      continue;
    }
    const reachedAt = outage.downAt + thresholdSeconds * 1000;
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.dueAt).toBeGreaterThanOrEqual(reachedAt);
    expect(alerts[0]?.dueAt).toBeLessThanOrEqual(Math.max(time.wallMs + longestHoldMs, reachedAt));
  }
}

/** Each report once more at the same time. */
const twice = (
  ...told: readonly (readonly [PowerFact['power'], at: number, arrivesAt: number])[]
) =>
  told.flatMap(([power, at, arrivesAt]): Arrival[] => {
    const arrival = { fact: { at, power }, seq: at * 10, arrivesAt };
    return [arrival, arrival];
  });

/** The loss of 1205 was told of by a heartbeat before reports of older ones made an outage of its own out of it. */
const heartbeatBeforeLateReports = twice(
  ['DOWN', 182, 182],
  ['UP', 437, 437],
  ['DOWN', 1028, 1028],
  ['UP', 1039, 1039],
  ['UP', 1018, 1151],
  ['UP', 1169, 1169],
  ['DOWN', 764, 1226],
  ['DOWN', 1101, 1226],
  ['DOWN', 1205, 1226],
);

describe('reports that come late, out of order or twice', () => {
  test('end in the outages that the same reports give in their right order', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (arrivals) => {
        const facts = arrivals.map(({ fact }) => ({ ...fact, at: fact.at * 1000 }));
        const expected = deriveOutages(facts, recoveryDelayMs).map((outage) => ({
          flaps: outage.flaps,
          downAt: outage.downAt / 1000,
          recoverAt: outage.recoverAt === null ? null : outage.recoverAt / 1000,
        }));
        const { found, monitor } = await play(arrivals);
        expect(found).toEqual(expected);
        const stored = monitor.store.db.select().from(events).all();
        const reported = stored.filter((event) => event.bootId !== null);
        expect(reported.length).toBe(arrivals.length / 2);
      }),
      { numRuns: runs(60), examples: [[heartbeatBeforeLateReports]] },
    );
  }, 600_000);
});
