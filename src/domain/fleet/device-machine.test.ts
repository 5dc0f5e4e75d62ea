import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Instant } from '../instant.ts';
import { transition } from './device-machine.ts';
import {
  type DeviceState,
  initialDeviceState,
  nextDeadlineMono,
  type OpenOutage,
  type Phase,
  phaseOf,
  type Recovery,
  type Rules,
  sessionGraceMs,
} from './device-state.ts';
import { type BeatFacts, type Input, type ReadHistory, transitionTable } from './transition.ts';

const rules: Rules = { heartbeatTimeoutMs: 180_000, recoveryDelayMs: 120_000, lastGap: null };
const startAt = 1_700_000_000_000;
/** How a report came where that does not matter. */
const spoken = { isOverSession: true };

const at = (seconds: number): Instant => ({
  wallMs: startAt + seconds * 1000,
  monoMs: 5_000 + seconds * 1000,
});
const noHistory: ReadHistory = (at) => ({ fromAt: at, reports: [], outages: [] });

const bootId = '0a0b0c0d';
const beat = (fields: Partial<BeatFacts> = {}): BeatFacts => ({
  bootId,
  seq: 10,
  uptimeMs: 3_600_000,
  resetReason: 'power_on',
  power: 'UP',
  ...fields,
});

const apply = (state: DeviceState, input: Input, now: Instant) =>
  transition(state, input, now, rules, noHistory);

/** An online device that last sent a heartbeat at second 0. */
const up: DeviceState = {
  ...initialDeviceState,
  link: 'online',
  power: 'UP',
  bootId,
  beatSeq: 5,
  lastHeardAt: startAt,
  lastUpAt: startAt,
  silenceMono: at(180).monoMs,
  isHeardInThisRun: true,
  isHeardSinceAbsence: true,
};

const outage = (fields: Partial<OpenOutage> = {}): OpenOutage => ({
  id: 7,
  cause: 'mains',
  downAt: startAt + 10_000,
  startKnown: 'reported',
  flaps: 0,
  flapsUnreported: 0,
  recovery: null,
  interrupted: null,
  ...fields,
});

const recovery = (fields: Partial<Recovery> = {}): Recovery => ({
  recoverAt: startAt + 60_000,
  cause: 'mains',
  confirmMono: at(180).monoMs,
  ...fields,
});

const states: Record<Phase, DeviceState> = {
  unknown: initialDeviceState,
  up,
  silent: {
    ...up,
    link: 'offline',
    silenceMono: null,
    outage: outage({ cause: 'silent', downAt: startAt, startKnown: 'silence' }),
  },
  mains: { ...up, power: 'DOWN', outage: outage() },
  recovering: {
    ...up,
    lastUpAt: startAt + 60_000,
    lastHeardAt: startAt + 60_000,
    outage: outage({ recovery: recovery() }),
  },
};

/** What is learned in each column of the table, at a moment when it is neither late nor early. */
const inputs: Record<
  (typeof transitionTable)[number]['learned'],
  (phase: Phase) => [Input, Instant]
> = {
  'beat-up': () => [{ type: 'heartbeat', beat: beat() }, at(100)],
  'beat-up-rebooted': () => [
    { type: 'heartbeat', beat: beat({ bootId: 'ffffffff', uptimeMs: 5_000 }) },
    at(100),
  ],
  'beat-down': () => [{ type: 'heartbeat', beat: beat({ power: 'DOWN' }) }, at(100)],
  'power-down': () => [
    { type: 'power-down', at: at(99).wallMs, bootId, seq: 20, ...spoken },
    at(100),
  ],
  'power-recover': () => [
    { type: 'power-recover', at: at(99).wallMs, bootId, seq: 20, ...spoken },
    at(100),
  ],
  contact: () => [{ type: 'contact' }, at(100)],
  'session-lost': () => [{ type: 'session-lost' }, at(100)],
  unwatched: () => [{ type: 'unwatched' }, at(100)],
  silence: () => [{ type: 'deadline' }, at(180)],
  // Before the silence deadline, which a device that is heard keeps ahead of it.
  steady: () => [{ type: 'deadline' }, at(180)],
};

function prepare(phase: Phase, learned: string): DeviceState {
  const state = states[phase];
  if (learned === 'steady' && state.silenceMono !== null) {
    return { ...state, silenceMono: at(300).monoMs };
  }
  return state;
}

describe('the transition table', () => {
  test('has one row for everything that can be learned in every phase', () => {
    const pairs = transitionTable.map((row) => `${row.phase}/${row.learned}`);
    const expected = Object.keys(states).flatMap((phase) =>
      Object.keys(inputs).map((learned) => `${phase}/${learned}`),
    );
    expect(pairs.toSorted()).toEqual(expected.toSorted());
  });

  test.each(
    transitionTable.map((row) => [`${row.phase} + ${row.learned} → ${row.next}`, row] as const),
  )('%s', (_, row) => {
    const [input, now] = inputs[row.learned](row.phase);
    const result = apply(prepare(row.phase, row.learned), input, now);
    const durable = result.effects
      .map((effect) => effect.type)
      .filter((type) => type !== 'event' && type !== 'device-changed');
    expect(durable).toEqual([...row.does]);
    expect(phaseOf(result.state)).toBe(row.next);
  });
});

describe('one device', () => {
  test('opens an outage at the reported moment, not at the moment of its arrival', () => {
    const { state } = apply(
      up,
      { type: 'power-down', at: at(20).wallMs, bootId, seq: 20, ...spoken },
      at(30),
    );
    expect(state.outage).toMatchObject({ cause: 'mains', downAt: at(20).wallMs });
  });

  test('gets ten seconds to come back when its session is lost', () => {
    const { state, effects } = apply(up, { type: 'session-lost' }, at(15));
    expect(effects).toEqual([]);
    expect(nextDeadlineMono(state)).toBe(at(15).monoMs + sessionGraceMs);
    expect(apply(state, { type: 'deadline' }, at(24)).state.outage).toBeNull();
    const silent = apply(state, { type: 'deadline' }, at(25)).state;
    expect(silent).toMatchObject({ link: 'offline', outage: { cause: 'silent', downAt: startAt } });
  });

  test('is not lost when it comes back in time', () => {
    const lost = apply(up, { type: 'session-lost' }, at(15)).state;
    const back = apply(lost, { type: 'heartbeat', beat: beat() }, at(20));
    expect(back.effects).toEqual([]);
    expect(nextDeadlineMono(back.state)).toBe(at(200).monoMs);
  });

  test('a POWER_DOWN that arrives for a silent outage makes it a power outage with its own start', () => {
    const report: Input = { type: 'power-down', at: at(3).wallMs, bootId, seq: 20, ...spoken };
    const { state } = apply(states.silent, report, at(60));
    expect(state.outage).toMatchObject({
      id: 7,
      cause: 'mains',
      downAt: at(3).wallMs,
      startKnown: 'reported',
    });
  });

  test('the same boot id on return means that only the internet was lost', () => {
    const { state } = apply(states.silent, { type: 'heartbeat', beat: beat() }, at(100));
    expect(state.outage?.recovery).toMatchObject({ cause: 'network', recoverAt: at(100).wallMs });
  });

  test.each([
    ['software', bootId, 'network'],
    // It went on with a boot that nobody here has heard of.
    ['software', 'eeeeeeee', 'device'],
    // A cut in the middle of its own restart is a cut.
    ['power_on', bootId, 'mains'],
  ] as const)(
    'a restart of its own, by %s after boot %s, means %s',
    (resetReason, previousBootId, cause) => {
      const facts = { bootId: 'ffffffff', resetReason, previousBootId, uptimeMs: 30_000 };
      const { state } = apply(states.silent, { type: 'heartbeat', beat: beat(facts) }, at(100));
      expect(state.outage?.recovery).toMatchObject({ cause });
    },
  );

  test.each([
    ['power_on', 'mains'],
    ['brownout', 'mains'],
    ['panic', 'device'],
    ['watchdog', 'device'],
    ['software', 'device'],
    ['unknown', 'silent'],
  ] as const)(
    'a new boot id after %s means %s, and power came back when it booted',
    (why, cause) => {
      const rebooted = beat({ bootId: 'ffffffff', resetReason: why, uptimeMs: 30_000 });
      const { state } = apply(states.silent, { type: 'heartbeat', beat: rebooted }, at(100));
      expect(state.outage?.recovery).toMatchObject({ cause, recoverAt: at(70).wallMs });
    },
  );

  test('an outage that lies in a time when the server could not see is not judged', () => {
    const blind: Rules = {
      ...rules,
      lastGap: { kind: 'server_off', fromAt: startAt, toAt: at(80).wallMs },
    };
    const rebooted = beat({ bootId: 'ffffffff', uptimeMs: 30_000 });
    const input: Input = { type: 'heartbeat', beat: rebooted };
    const { state } = transition(states.silent, input, at(100), blind, noHistory);
    expect(state.outage?.recovery).toMatchObject({ cause: 'unobserved', recoverAt: at(70).wallMs });
  });

  test('power lost again within the recovery delay continues the same outage', () => {
    const report: Input = { type: 'power-down', at: at(100).wallMs, bootId, seq: 20, ...spoken };
    const { state } = apply(states.recovering, report, at(100));
    expect(state.outage).toMatchObject({ id: 7, downAt: at(10).wallMs, flaps: 1, recovery: null });
  });

  test('mains lost while only the internet had been away is an outage of its own', () => {
    const away = outage({
      cause: 'silent',
      startKnown: 'silence',
      recovery: recovery({ cause: 'network' }),
    });
    const report: Input = { type: 'power-down', at: at(100).wallMs, bootId, seq: 20, ...spoken };
    const { state, effects } = apply({ ...states.recovering, outage: away }, report, at(100));
    expect(effects.map((effect) => effect.type)).toContain('outage-closed');
    expect(state.outage).toMatchObject({ id: null, cause: 'mains', downAt: at(100).wallMs });
  });

  test('a recovery cut short by silence stands if the device never lost power again', () => {
    const silenced = apply(
      { ...states.recovering, silenceMono: at(120).monoMs },
      { type: 'deadline' },
      at(120),
    ).state;
    expect(silenced.outage).toMatchObject({ flaps: 0, recovery: null });
    const back = apply(silenced, { type: 'heartbeat', beat: beat() }, at(150)).state;
    expect(back.outage).toMatchObject({ flaps: 0, recovery: { recoverAt: at(60).wallMs } });
  });

  test('a loss reported after a recovery cut short by silence is an outage of its own', () => {
    const silenced = apply(
      { ...states.recovering, silenceMono: at(120).monoMs },
      { type: 'deadline' },
      at(120),
    ).state;
    const loss: Input = { type: 'power-down', at: at(600).wallMs, bootId, seq: 20, ...spoken };
    const lost = apply(silenced, loss, at(600));
    expect(lost.effects).toContainEqual({
      type: 'outage-closed',
      outage: expect.objectContaining({ downAt: at(10).wallMs, flaps: 0 }),
      recovery: expect.objectContaining({ recoverAt: at(60).wallMs }),
    });
    expect(lost.state.outage).toMatchObject({ downAt: at(600).wallMs, interrupted: null });
    const back = apply(lost.state, { type: 'heartbeat', beat: beat({ seq: 21 }) }, at(900)).state;
    expect(back.outage).toMatchObject({ downAt: at(600).wallMs });
    expect(back.outage?.recovery).toMatchObject({ recoverAt: at(900).wallMs });
  });

  test('a loss of power after contact was back for a moment is no flap of the loss of contact', () => {
    const away = outage({
      cause: 'silent',
      startKnown: 'silence',
      recovery: recovery({ cause: 'network' }),
    });
    const silenced = apply(
      { ...states.recovering, outage: away, silenceMono: at(120).monoMs },
      { type: 'deadline' },
      at(120),
    ).state;
    const loss: Input = { type: 'power-down', at: at(130).wallMs, bootId, seq: 20, ...spoken };
    const lost = apply(silenced, loss, at(150));
    expect(lost.effects).toContainEqual({
      type: 'outage-closed',
      outage: expect.objectContaining({ id: 7, flaps: 0 }),
      recovery: expect.objectContaining({ cause: 'network', recoverAt: at(60).wallMs }),
    });
    expect(lost.state.outage).toMatchObject({ id: null, cause: 'mains', flaps: 0 });
  });

  test.each<[string, Input]>([
    ['a heartbeat', { type: 'heartbeat', beat: beat({ power: 'DOWN' }) }],
    [
      'a heartbeat of another boot',
      { type: 'heartbeat', beat: beat({ bootId: 'eeeeeeee', power: 'DOWN' }) },
    ],
    [
      'a report of another boot',
      { type: 'power-down', at: at(600).wallMs, bootId: 'eeeeeeee', seq: 1, ...spoken },
    ],
  ])('%s that says power is lost ends the standing of a recovery cut short', (_, loss) => {
    const silenced = apply(
      { ...states.recovering, silenceMono: at(120).monoMs },
      { type: 'deadline' },
      at(120),
    ).state;
    const lost = apply(silenced, loss, at(600));
    expect(lost.state.outage).toMatchObject({ id: 7, flaps: 1, interrupted: null });
    expect(lost.effects).toContainEqual({
      type: 'outage-amended',
      outage: expect.objectContaining({ flaps: 1, interrupted: null }),
    });
  });

  test('is not confirmed as recovered while its session is lost', () => {
    const lost = apply(states.recovering, { type: 'session-lost' }, at(175)).state;
    expect(nextDeadlineMono(lost)).toBe(at(180).monoMs);
    const swept = apply({ ...lost, silenceMono: at(185).monoMs }, { type: 'deadline' }, at(181));
    expect(swept.state.outage).not.toBeNull();
  });

  test('a loss dated before the last heartbeat is believed, but nobody is told at once', () => {
    const report: Input = { type: 'power-down', at: at(-70).wallMs, bootId, seq: 3, ...spoken };
    const { state, holdAlertMs } = apply(up, report, at(5));
    expect(state.outage).toMatchObject({ downAt: at(-70).wallMs, recovery: null });
    expect(holdAlertMs).toBe(15_000);
  });

  describe('a loss that is reported late', () => {
    const report = (lateBy: number, isOverSession: boolean): Input => {
      return { type: 'power-down', at: at(10 - lateBy).wallMs, bootId, seq: 20, isOverSession };
    };

    test('waits a little when its device had to keep it, since its end may be the next report', () => {
      expect(apply(up, report(1, false), at(10)).holdAlertMs).toBeUndefined();
      expect(apply(up, report(5, false), at(10)).holdAlertMs).toBe(3_000);
      const back = apply(up, { type: 'contact' }, at(9)).state;
      expect(apply(back, report(5, true), at(10)).holdAlertMs).toBe(3_000);
    });

    test('waits for nothing when its session was open all the time', () => {
      expect(apply(up, report(5, true), at(10)).holdAlertMs).toBeUndefined();
      // A heartbeat that was written before the loss arrived just after it.
      const beaten = apply(up, { type: 'contact' }, at(5.4)).state;
      expect(apply(beaten, report(5, true), at(10)).holdAlertMs).toBeUndefined();
    });
  });

  describe('its first word after an absence of this server', () => {
    const unheard: DeviceState = { ...states.mains, isHeardSinceAbsence: false };
    const confirmed = expect.objectContaining({ type: 'loss-confirmed' });

    test('confirms a loss that goes on, once', () => {
      const first = apply(unheard, { type: 'heartbeat', beat: beat({ power: 'DOWN' }) }, at(20));
      expect(first.effects).toContainEqual(confirmed);
      const next = { type: 'heartbeat', beat: beat({ power: 'DOWN', seq: 11 }) } as const;
      expect(apply(first.state, next, at(21)).effects).toEqual([]);
    });

    test('confirms none that is over, and none that it brings itself', () => {
      const back = apply(unheard, { type: 'heartbeat', beat: beat() }, at(20));
      expect(back.effects).not.toContainEqual(confirmed);
      const well = { ...up, isHeardSinceAbsence: false };
      const report: Input = { type: 'power-down', at: at(20).wallMs, bootId, seq: 20, ...spoken };
      expect(apply(well, report, at(20)).effects).not.toContainEqual(confirmed);
    });

    test('is no mere contact, and is asked for again after a standstill', () => {
      expect(apply(unheard, { type: 'contact' }, at(20)).state.isHeardSinceAbsence).toBe(false);
      const again = apply(states.mains, { type: 'observation-resumed' }, at(20));
      expect(again.state.isHeardSinceAbsence).toBe(false);
    });
  });

  test('a loss of an earlier boot that is replayed after the return is history', () => {
    const report: Input = {
      type: 'power-down',
      at: at(-70).wallMs,
      bootId: 'eeeeeeee',
      seq: 99,
      ...spoken,
    };
    let asked = 0;
    transition(up, report, at(5), rules, () => {
      asked += 1;
      return { fromAt: 0, reports: [], outages: [] };
    });
    expect(asked).toBe(1);
  });

  test('a heartbeat made before a report that arrived first says nothing of power', () => {
    const report: Input = { type: 'power-down', at: at(10).wallMs, bootId, seq: 20, ...spoken };
    const down = apply(up, report, at(10)).state;
    const overtaken = apply(down, { type: 'heartbeat', beat: beat({ seq: 19 }) }, at(11));
    expect(overtaken.effects).toEqual([]);
    expect(phaseOf(overtaken.state)).toBe('mains');
    // A counter of its own, for heartbeats apart, must not keep the return from being seen.
    const later = apply(down, { type: 'heartbeat', beat: beat({ seq: 19 }) }, at(30));
    expect(phaseOf(later.state)).toBe('recovering');
  });

  test('a report of a loss that arrives just after a later heartbeat opens an outage', () => {
    const report: Input = { type: 'power-down', at: at(-20).wallMs, bootId, seq: 6, ...spoken };
    const { state } = apply(up, report, at(5));
    expect(state.outage).toMatchObject({ downAt: at(-20).wallMs, recovery: null });
  });
});

test('the outage of a device that is no longer watched lasts until it was last heard', () => {
  const { effects } = apply(states.silent, { type: 'unwatched' }, at(500));
  expect(effects.find((effect) => effect.type === 'outage-closed')).toMatchObject({
    recovery: { cause: 'unobserved', recoverAt: startAt },
  });
});

describe('whatever a device says, in whatever order', () => {
  const anyBeat = fc.record({
    bootId: fc.constantFrom('0a0b0c0d', 'ffffffff', '12345678'),
    seq: fc.nat(100),
    uptimeMs: fc.nat(600_000),
    resetReason: fc.constantFrom('power_on', 'panic', 'software', 'unknown', 'brownout'),
    power: fc.constantFrom('UP' as const, 'DOWN' as const),
  });
  const anyInput = fc.oneof(
    anyBeat.map((facts) => ({ type: 'heartbeat' as const, beat: facts })),
    fc.record({
      type: fc.constantFrom('power-down' as const, 'power-recover' as const),
      ageSeconds: fc.nat(400),
      bootId: fc.constantFrom('0a0b0c0d', 'ffffffff'),
      seq: fc.nat(100),
      isOverSession: fc.boolean(),
    }),
    fc.constantFrom(
      { type: 'deadline' as const },
      { type: 'session-lost' as const },
      { type: 'contact' as const },
      { type: 'observation-resumed' as const },
    ),
  );

  test('there is no recovery without an outage, and no outage ends before it began', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(120), anyInput), { maxLength: 60 }), (steps) => {
        let state = initialDeviceState;
        let seconds = 0;
        let isOpen = false;
        for (const [wait, step] of steps) {
          seconds += wait;
          const now = at(seconds);
          const input: Input =
            'ageSeconds' in step ? { ...step, at: now.wallMs - step.ageSeconds * 1000 } : step;
          const result = apply(state, input, now);
          for (const effect of result.effects) {
            if (effect.type === 'outage-opened') {
              expect(isOpen).toBe(false);
              isOpen = true;
            }
            if (effect.type === 'outage-closed') {
              expect(isOpen).toBe(true);
              isOpen = false;
              expect(effect.recovery.recoverAt).toBeGreaterThanOrEqual(effect.outage.downAt);
              expect(effect.recovery.recoverAt).toBeLessThanOrEqual(now.wallMs);
            }
            if (effect.type === 'recovery-begun' || effect.type === 'outage-resumed') {
              expect(isOpen).toBe(true);
            }
          }
          state = result.state;
          // A late report may open or close through the rewritten history.
          isOpen = state.outage !== null;
          if (state.lastHeardAt !== null) expect(state.lastHeardAt).toBeLessThanOrEqual(now.wallMs);
        }
      }),
      { numRuns: 500 },
    );
  });
});
