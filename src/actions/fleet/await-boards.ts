import type { Awaited } from '../../domain/alerts/messages/outage.ts';
import {
  type Absence,
  addAbsence,
  awaitedUntil,
  longestReturnMs,
  type ReturningBoard,
} from '../../domain/fleet/absence.ts';
import { askedBeatMs, type DeviceState } from '../../domain/fleet/device-state.ts';
import type { Instant } from '../../domain/instant.ts';
import { readGapsSince } from '../../store/fleet/gaps.ts';
import type { Monitor, Standstill } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/** A standstill that is longer, in ms, is a time in which this server could not see. */
export const longestStallMs = 5_000;
/** A time between two calls of `noteAwake` that is longer, in ms, is a standstill. */
const shortestStallMs = 1_000;
/** Time to read all that has waited in connections, in ms. */
const staleMs = 1_000;
/** Time until boards have repeated what was too old to be dated, in ms: they are asked to wait a second. */
const repeatedMs = 3_000;
/** Standstills one after the other put an alert off for so long, in ms, after the first, and no longer. */
const longestUnreadMs = 60_000;
/** Absences that ended longer ago than this have no part in the present one, in ms. */
const rememberedMs = 3_600_000;

/** Has boards awaited after the server was off. @param aliveAt its last sign of life, epoch ms; null: the first start */
export function noteOff(monitor: Monitor, aliveAt: number | null, now: Instant): void {
  const monoOf = (at: number) => now.monoMs - (now.wallMs - at);
  let absence: Absence | null = null;
  for (const { kind, fromAt, toAt } of readGapsSince(monitor.store, now.wallMs - rememberedMs)) {
    if (kind !== 'server_off') continue;
    absence = addAbsence(absence, { fromAt, fromMono: monoOf(fromAt), endMono: monoOf(toAt) });
  }
  // A start that was too quick to be a gap, or one whose clock does not know how long it took.
  if (aliveAt !== null && (absence === null || absence.endMono < now.monoMs)) {
    const fromAt = Math.min(aliveAt, now.wallMs);
    absence = addAbsence(absence, { fromAt, fromMono: monoOf(fromAt), endMono: now.monoMs });
  }
  monitor.absence = absence;
}

/** Has boards awaited after this process stood still. */
export function noteStandstill(
  monitor: Monitor,
  { fromMono, toMono }: Pick<Standstill, 'fromMono' | 'toMono'>,
  now: Instant,
): void {
  const fromAt = now.wallMs - (now.monoMs - fromMono);
  monitor.absence = addAbsence(monitor.absence, { fromAt, fromMono, endMono: toMono });
}

/** Follows whether this process stands still: called four times a second. */
export function noteAwake(monitor: Monitor, now: Instant): void {
  monitor.standstill = standstillUntil(monitor, now) ?? monitor.standstill;
  monitor.awakeMono = now.monoMs;
}

/** The standstill that was not noticed yet. Null: there is none. */
function standstillUntil(
  { awakeMono, standstill }: Monitor,
  { monoMs }: Instant,
): Standstill | null {
  const isOne = awakeMono !== null && monoMs - awakeMono > shortestStallMs;
  if (!isOne) return null;
  const isNext = standstill !== null && awakeMono < standstill.toMono + repeatedMs;
  return {
    fromMono: awakeMono,
    toMono: monoMs,
    firstEndMono: isNext ? standstill.firstEndMono : monoMs,
  };
}

/** The last standstill of this process, noticed or not. Null: there was none in this run. */
export function lastStandstill(monitor: Monitor, now: Instant): Standstill | null {
  return standstillUntil(monitor, now) ?? monitor.standstill;
}

/**
 * The standstill of this process in which what is heard now may have waited in its connection, so that it is older
 * than it seems. Null: none.
 */
export function standstillBefore(monitor: Monitor, now: Instant): Standstill | null {
  const unnoticed = standstillUntil(monitor, now);
  if (unnoticed !== null) return unnoticed;
  const { standstill } = monitor;
  return standstill !== null && now.monoMs < standstill.toMono + staleMs ? standstill : null;
}

/**
 * Whether what is heard now may be so much older than it seems that a report gets no date by its arrival, and its
 * board is to repeat it.
 */
export function isStale(monitor: Monitor, now: Instant): boolean {
  const standstill = standstillBefore(monitor, now);
  return standstill !== null && standstill.toMono - standstill.fromMono > longestStallMs;
}

/**
 * Time until everything is read that lay in connections while this process stood still, in ms. At most 0: it is, or one
 * standstill has followed another for so long that nothing waits for it any more.
 */
function unreadForMs({ fromMono, toMono, firstEndMono }: Standstill, { monoMs }: Instant): number {
  if (monoMs - firstEndMono > longestUnreadMs) return 0;
  const isRepeated = toMono - fromMono > longestStallMs;
  return toMono + (isRepeated ? repeatedMs : staleMs) - monoMs;
}

/** Whether the device has said how it is since then; monotonic ms. */
function spokeSince({ lastBeatMono, lastReport }: DeviceState, sinceMono: number): boolean {
  const never = Number.NEGATIVE_INFINITY;
  return Math.max(lastBeatMono ?? never, lastReport?.arrivedMono ?? never) > sinceMono;
}

/**
 * Whether, and until when, a board may still come back after this server was absent.
 * @param isThroughLine whether somebody is to be told by way of this server's own line
 * @returns null: it was heard since, or has had its time
 */
export function awaitBoard(
  monitor: Monitor,
  deviceId: string,
  isThroughLine: boolean,
  now: Instant,
): Awaited | null {
  const found: Awaited[] = [];
  const standstill = lastStandstill(monitor, now);
  const unreadMs = standstill === null ? 0 : unreadForMs(standstill, now);
  const unreadUntil = unreadMs > 0 ? now.wallMs + unreadMs : null;
  if (standstill !== null && unreadUntil !== null) {
    const absentFrom = now.wallMs - (now.monoMs - standstill.fromMono);
    found.push({ absentFrom, until: unreadUntil, unreadUntil });
  }
  const { absence, partAbsence } = monitor;
  if (absence === null && partAbsence === null) return longestOf(found);
  const device = monitor.fleet.get(deviceId);
  if (device === undefined) return null;
  const board = returningBoard(device);
  const add = ({ fromAt, lastedMs }: Absence, untilMono: number) => {
    if (untilMono <= now.monoMs) return;
    // After so long a time every board would have counted as lost: what was known before it is too old, as well.
    const isLong = lastedMs >= monitor.settings.heartbeatTimeout * 1000;
    const absentFrom = isLong ? Number.NEGATIVE_INFINITY : fromAt;
    found.push({ absentFrom, until: now.wallMs + untilMono - now.monoMs, unreadUntil });
  };
  const isHeard = device.state.isHeardSinceAbsence;
  if (absence !== null && !isHeard) add(absence, awaitedUntil(absence, board));
  if (partAbsence?.hides(device) === true) {
    const { noticedMono } = partAbsence;
    if (partAbsence.endMono < Number.POSITIVE_INFINITY) {
      if (!isHeard) add(partAbsence, awaitedUntil(partAbsence, board));
    } else if (!spokeSince(device.state, noticedMono)) {
      add(partAbsence, (isThroughLine ? now.monoMs : noticedMono) + longestReturnMs);
    }
  }
  return longestOf(found);
}

function longestOf(found: readonly Awaited[]): Awaited | null {
  return found.toSorted((one, other) => other.until - one.until)[0] ?? null;
}

/** Boards of ours beat as often as they are asked to. */
function returningBoard({ transport, config }: LiveDevice): ReturningBoard {
  return { transport, beatEveryMs: config.deviceType === 'other' ? null : askedBeatMs };
}
