/** Proofs of a device about times in which this server was off or cut off. */

import type { Period } from '../local-days.ts';
import { endOf, type RecordedOutage } from './device-timeline.ts';

/** After a gap a device that stays silent is judged within this time at the latest, in ms. */
const settleMs = 15 * 60_000;

/** That time with the present time-out, both in ms. */
export function settleTime(heartbeatTimeoutMs: number): number {
  return Math.max(settleMs, heartbeatTimeoutMs);
}

/**
 * One gap, or several that follow each other so closely that a device need not have been heard in
 * between.
 */
interface Blindness extends Period {
  /** When the last of them began. */
  readonly lastFromAt: number;
}

/** @param settledMs from `settleTime` */
export function findBlindness(gaps: readonly Period[], settledMs: number): Blindness[] {
  const blindness: Blindness[] = [];
  for (const { fromAt, toAt } of [...gaps].sort((a, b) => a.fromAt - b.fromAt)) {
    const last = blindness.at(-1);
    if (last === undefined || fromAt > last.toAt + settledMs) {
      blindness.push({ fromAt, toAt, lastFromAt: fromAt });
    } else {
      const joined = { ...last, toAt: Math.max(last.toAt, toAt), lastFromAt: fromAt };
      blindness[blindness.length - 1] = joined;
    }
  }
  return blindness;
}

/**
 * Times for which a device has not proved that it had power. Each lasts from the beginning of a gap until
 * the device said that it had started anew, or until now if it has not been heard since. Where an outage
 * reaches into the gap, the end of the outage accounts for the rest.
 *
 * @param device `outages`: oldest first; `starts`: when the device said soon after a gap that it had
 * started anew (epoch ms)
 * @param settledMs from `settleTime`
 */
export function findDoubts(
  blindness: readonly Blindness[],
  device: {
    readonly outages: readonly RecordedOutage[];
    readonly starts: readonly number[];
    readonly lastHeardAt: number | null;
  },
  settledMs: number,
  now: number,
): Period[] {
  const reachesInto = reachOf(device.outages);
  return blindness.flatMap(({ fromAt, toAt, lastFromAt }) => {
    if (reachesInto({ fromAt: lastFromAt, toAt })) return [];
    if (device.lastHeardAt === null || device.lastHeardAt < toAt) return [{ fromAt, toAt: now }];
    const starts = device.starts.filter((at) => at >= toAt && at < toAt + settledMs);
    return starts.length === 0 ? [] : [{ fromAt, toAt: Math.min(...starts) }];
  });
}

/**
 * Whether any of many outages reaches into a time, without looking at every outage for every time.
 * @param outages oldest first
 */
function reachOf(outages: readonly RecordedOutage[]): (time: Period) => boolean {
  let latest = Number.NEGATIVE_INFINITY;
  /** The latest end among each outage and those before it. */
  const latestEnds = outages.map((outage) => {
    latest = Math.max(latest, endOf(outage));
    return latest;
  });
  return ({ fromAt, toAt }) => {
    let low = 0;
    for (let high = outages.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((outages[middle]?.downAt ?? toAt) < toAt) low = middle + 1;
      else high = middle;
    }
    return (latestEnds[low - 1] ?? Number.NEGATIVE_INFINITY) > fromAt;
  };
}
