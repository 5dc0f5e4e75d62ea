/** Test support: devices with any past, for property tests. */
import fc from 'fast-check';
import type { DeviceHistory, RecordedOutage } from '../../src/domain/fleet/device-timeline.ts';
import { localPeriodOf, type Period } from '../../src/domain/local-days.ts';
import { causes } from '../../src/domain/states.ts';

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

export const anyZone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Asia/Bangkok',
);

const firstAt = Date.UTC(2025, 9, 1);
const lastAt = Date.UTC(2027, 3, 1);

/** Round moments coincide with each other and with midnights; the others are arbitrary. */
const anyMoment = fc.oneof(
  fc.integer({ min: firstAt, max: lastAt }),
  fc.integer({ min: firstAt / hourMs, max: lastAt / hourMs }).map((hour) => hour * hourMs),
);

/** Mostly minutes to hours, sometimes nothing at all, sometimes months. */
const anyLength = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 6 * hourMs }),
  fc.integer({ min: 1, max: 72 }).map((hours) => hours * hourMs),
  fc.integer({ min: dayMs, max: 200 * dayMs }),
);

const anyPeriods = fc.array(
  fc
    .tuple(anyMoment, anyLength)
    .map(([fromAt, length]): Period => ({ fromAt, toAt: fromAt + length })),
  { maxLength: 4 },
);

const anyOutage = fc.record({
  cause: fc.constantFrom(...causes),
  downAt: anyMoment,
  length: anyLength,
  startKnown: fc.constantFrom('reported' as const, 'heartbeat' as const, 'silence' as const),
  /** Only the last of a device may be open. */
  isOpen: fc.boolean(),
  isLasting: fc.boolean(),
});

/** Numbered from 1 on, in order; they may touch and overlap. */
function asOutages(drafts: readonly AnyOutage[]): RecordedOutage[] {
  const sorted = [...drafts].sort((a, b) => a.downAt - b.downAt);
  return sorted.map(({ length, isLasting, ...draft }, index) => {
    const isOpen = draft.isOpen && index === sorted.length - 1;
    const recoverAt = isOpen && isLasting ? null : draft.downAt + length;
    return { ...draft, id: index + 1, isOpen, recoverAt };
  });
}
type AnyOutage = typeof anyOutage extends fc.Arbitrary<infer T> ? T : never;

/** One device with any history that the store could hold, and more. */
export const anyHistory: fc.Arbitrary<DeviceHistory> = fc
  .record({
    knownFrom: fc.oneof(
      { weight: 8, arbitrary: fc.constant(firstAt) },
      { weight: 3, arbitrary: anyMoment },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    knownTo: fc.oneof(
      { weight: 3, arbitrary: fc.constant(lastAt) },
      { weight: 1, arbitrary: anyMoment },
    ),
    unwatched: anyPeriods,
    gaps: anyPeriods,
    doubts: anyPeriods,
    outages: fc.array(anyOutage, { maxLength: 12 }),
  })
  .map((history) => ({ ...history, outages: asOutages(history.outages) }));

/** One device that was always watched, whose outages follow each other, some without a pause. */
export const anyPlainHistory: fc.Arbitrary<DeviceHistory> = fc
  .record({
    startAt: anyMoment,
    steps: fc.array(fc.tuple(fc.oneof(fc.constant(0), anyLength), anyOutage), { maxLength: 12 }),
  })
  .map(({ startAt, steps }) => {
    let at = startAt;
    const drafts = steps.map(([pause, draft]) => {
      const downAt = at + pause;
      at = downAt + draft.length;
      return { ...draft, downAt };
    });
    return {
      knownFrom: firstAt,
      knownTo: lastAt,
      unwatched: [],
      gaps: [],
      doubts: [],
      outages: asOutages(drafts),
    };
  });

/** A local year, month or day, or any stretch. */
export const anyPeriod = (timezone: string): fc.Arbitrary<Period> =>
  fc.oneof(
    fc
      .tuple(anyMoment, fc.constantFrom('year' as const, 'month' as const, 'day' as const))
      .map(([at, unit]) => localPeriodOf(at, unit, timezone)),
    fc.tuple(anyMoment, anyLength).map(([fromAt, length]) => ({ fromAt, toAt: fromAt + length })),
  );
