/**
 * The state of one device at every moment, as far as it is known. The report adds up what this file draws, so the
 * ribbon and the figures cannot contradict each other.
 *
 * Where several things would apply, the first of these decides:
 *
 * | | state | why |
 * |-|-------|-----|
 * | 1 | `unknown` | nobody watched: before the device was first heard (by this owner), while it had no
 * owner, and after now |
 * | 2 | `down` | mains was lost, and the device itself said when |
 * | 3 | `network` | the device came back in the same boot: power had stayed on |
 * | 4 | `unobserved` | this server was off or cut off, and 5 to 7 were only inferred from silence |
 * | 5 | `down` | mains was lost, as the device's new start afterwards proves |
 * | 6 | `silent` | contact is lost, and nobody knows why yet |
 * | 7 | `device` | the board itself restarted |
 * | 8 | `unobserved` | contact was lost, and the cause will never be known |
 * | 9 | `unobserved` | this server was off or cut off, and the device has since started anew or not been
 * heard |
 * | 10 | `up` | everything else |
 *
 * A time in which this server was blind is therefore `up` if the device continued in the same boot: a
 * board that never started anew never lost power.
 */

import type { Period } from '../local-days.ts';
import type { Cause } from '../states.ts';
import type { Steps } from '../steps.ts';
import type { OpenOutage } from './device-state.ts';

export const timelineStates = [
  'up',
  'down',
  'silent',
  'network',
  'device',
  'unobserved',
  'unknown',
] as const;
export type TimelineState = (typeof timelineStates)[number];

/** Whether it is known how the site was. */
export function isObserved(state: TimelineState): boolean {
  return state !== 'unobserved' && state !== 'unknown';
}

/** An outage as it stands now. */
export interface RecordedOutage {
  readonly id: number;
  readonly cause: Cause;
  readonly downAt: number;
  /** Null: the outage goes on. */
  readonly recoverAt: number | null;
  /** The outage goes on, or power has not yet been steady for the recovery delay. */
  readonly isOpen: boolean;
  readonly startKnown: OpenOutage['startKnown'];
}

/** Everything that decides what is drawn. Periods need not be in order, and may overlap. */
export interface DeviceHistory<O extends RecordedOutage = RecordedOutage> {
  /** The moment from which the device is known. Null: it was never heard. */
  readonly knownFrom: number | null;
  /** Now; for a device that nobody watches any more, when it was last heard. */
  readonly knownTo: number;
  /** Times in which the device had no owner and was not listened to. */
  readonly unwatched: readonly Period[];
  /** Times in which this server was off or cut off. */
  readonly gaps: readonly Period[];
  /** Times around gaps for which the device has proved nothing; from `findDoubts`. */
  readonly doubts: readonly Period[];
  readonly outages: readonly O[];
}

export interface Span<O extends RecordedOutage = RecordedOutage> extends Period {
  readonly state: TimelineState;
  /** The outage this span belongs to. */
  readonly outage: O | null;
}

/** The states that count as a loss of power: mains, and silence for as long as it may be a power cut. */
export function isPowerOutage({ cause, isOpen }: RecordedOutage): boolean {
  return cause === 'mains' || (cause === 'silent' && isOpen);
}

/** Drawn in one go. */
const outagesPerStep = 500;

/**
 * Draws a range: spans in order, without gap or overlap, from its beginning to its end. Neighbours differ
 * in state or outage. Time in `down` and `silent` is exactly the time of power outages.
 */
export function* drawTimeline<O extends RecordedOutage>(
  history: DeviceHistory<O>,
  range: Period,
): Steps<Span<O>[]> {
  const { knownFrom } = history;
  const clamp = (at: number) => Math.min(Math.max(at, range.fromAt), range.toAt);
  const from = knownFrom === null ? range.toAt : clamp(knownFrom);
  const to = Math.max(from, clamp(history.knownTo));
  const spans = new SpanList<O>();
  spans.add(range.fromAt, from, 'unknown', null);
  // Each piece begins with an outage, and knows the outages that have not ended by then.
  const outages = inOrder(history.outages);
  let lasting: readonly O[] = [];
  let begun = from;
  for (let at = 0; at < outages.length; at += outagesPerStep) {
    const end = Math.min(to, clamp(outages[at + outagesPerStep]?.downAt ?? to));
    const known = [...lasting, ...outages.slice(at, at + outagesPerStep)];
    if (end > begun) addKnown(spans, { ...history, outages: known }, { fromAt: begun, toAt: end });
    lasting = known.filter((outage) => endOf(outage) > end);
    begun = Math.max(begun, end);
    yield;
  }
  if (begun < to) addKnown(spans, { ...history, outages: lasting }, { fromAt: begun, toAt: to });
  spans.add(to, range.toAt, 'unknown', null);
  return spans.list;
}

/** Oldest first. The store already gives them in this order, so usually nothing is sorted. */
export function inOrder<O extends RecordedOutage>(outages: readonly O[]): readonly O[] {
  const isInOrder = outages.every((outage, i) => {
    const before = outages[i - 1];
    return before === undefined || compareOutages(before, outage) <= 0;
  });
  return isInOrder ? outages : outages.toSorted(compareOutages);
}

/** Oldest first. */
export function compareOutages(a: RecordedOutage, b: RecordedOutage): number {
  return a.downAt - b.downAt || a.id - b.id;
}

function addKnown<O extends RecordedOutage>(
  spans: SpanList<O>,
  history: DeviceHistory<O>,
  { fromAt, toAt }: Period,
): void {
  const outages = history.outages
    .filter((outage) => outage.downAt < toAt && endOf(outage) > fromAt)
    .sort(compareOutages);
  const inferred = outages.filter(isInferred);
  const unwatched = new Cursor(history.unwatched);
  // Outages elsewhere decide nothing, and there may be hundreds for each of hundreds of devices.
  const gaps = new Cursor(
    history.gaps.filter((gap) =>
      inferred.some((outage) => outage.downAt < gap.toAt && endOf(outage) > gap.fromAt),
    ),
  );
  const doubts = new Cursor(history.doubts);
  const moments = new Set([fromAt]);
  const mark = (at: number) => {
    if (at > fromAt && at < toAt) moments.add(at);
  };
  for (const outage of outages) {
    mark(outage.downAt);
    mark(endOf(outage));
  }
  for (const { periods } of [unwatched, gaps, doubts]) {
    for (const period of periods) {
      mark(period.fromAt);
      mark(period.toAt);
    }
  }
  const sorted = [...moments].sort((a, b) => a - b);
  let begun = 0;
  let active: O[] = [];
  for (const [index, at] of sorted.entries()) {
    for (
      let next = outages[begun];
      next !== undefined && next.downAt <= at;
      next = outages[begun]
    ) {
      active.push(next);
      begun += 1;
    }
    active = active.filter((outage) => endOf(outage) > at);
    const outage = leading(active);
    const end = sorted[index + 1] ?? toAt;
    if (unwatched.holds(at)) spans.add(at, end, 'unknown', null);
    else if (outage === null) spans.add(at, end, doubts.holds(at) ? 'unobserved' : 'up', null);
    else if (isInferred(outage) && gaps.holds(at)) spans.add(at, end, 'unobserved', null);
    else spans.add(at, end, stateOf(outage), outage);
  }
}

/** Epoch ms; infinity while it goes on. */
export function endOf({ recoverAt }: RecordedOutage): number {
  return recoverAt ?? Number.POSITIVE_INFINITY;
}

function stateOf(outage: RecordedOutage): Exclude<TimelineState, 'up' | 'unknown'> {
  switch (outage.cause) {
    case 'mains':
      return 'down';
    case 'silent':
      return outage.isOpen ? 'silent' : 'unobserved';
    case 'network':
    case 'device':
    case 'unobserved':
      return outage.cause;
  }
}

const stateOrder = ['down', 'silent', 'device', 'unobserved'] as const;

/** Lower goes first; rows 2 to 8 of the table. */
function rankOf(outage: RecordedOutage): number {
  const state = stateOf(outage);
  if (state === 'network') return 1;
  return state === 'down' && !isInferred(outage) ? 0 : 2 + stateOrder.indexOf(state);
}

/** The state rests only on the silence of the device. */
function isInferred(outage: RecordedOutage): boolean {
  switch (stateOf(outage)) {
    case 'down':
      return outage.startKnown === 'silence';
    case 'silent':
    case 'device':
      return true;
    case 'network':
    case 'unobserved':
      return false;
  }
}

/** Outages overlap only where a clock was wrong. */
function leading<O extends RecordedOutage>(active: readonly O[]): O | null {
  let best: O | null = null;
  for (const outage of active) {
    if (best === null || rankOf(outage) < rankOf(best)) best = outage;
  }
  return best;
}

class SpanList<O extends RecordedOutage> {
  readonly list: Span<O>[] = [];

  add(fromAt: number, toAt: number, state: TimelineState, outage: O | null): void {
    if (toAt <= fromAt) return;
    const last = this.list.at(-1);
    if (last !== undefined && last.state === state && last.outage === outage) {
      this.list[this.list.length - 1] = { ...last, toAt };
    } else {
      this.list.push({ fromAt, toAt, state, outage });
    }
  }
}

/** Walks forward through periods that were sorted and joined where they overlap. */
class Cursor {
  readonly periods: readonly Period[];
  #index = 0;

  constructor(periods: readonly Period[]) {
    this.periods = joinPeriods(periods);
  }

  /** @param at never smaller than before */
  holds(at: number): boolean {
    let period = this.periods[this.#index];
    while (period !== undefined && period.toAt <= at) {
      this.#index += 1;
      period = this.periods[this.#index];
    }
    return period !== undefined && period.fromAt <= at;
  }
}

/** In order, and apart from each other. */
function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const period of [...periods].sort((a, b) => a.fromAt - b.fromAt)) {
    const last = joined.at(-1);
    if (last === undefined || period.fromAt > last.toAt) joined.push(period);
    else if (period.toAt > last.toAt) joined[joined.length - 1] = { ...last, toAt: period.toAt };
  }
  return joined;
}
