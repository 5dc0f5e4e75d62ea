/** When the owner of an activation key is told that it ends, and of what. */
import { localParts } from '../local-days.ts';

/** Days that were left when the notice came due; 0: the key has ended. The soonest end comes last. */
export const noticeSteps = [30, 7, 1, 0] as const;
export type NoticeStep = (typeof noticeSteps)[number];

const dayMs = 86_400_000;
/** News of an end that is longer ago is none: who wanted to renew has done so. */
const tellOfEndMs = 30 * dayMs;

/** Nobody is told in the night, by the clocks of the configured zone: from 9:00 until 20:00. */
const firstMinute = 9 * 60;
const endMinute = 20 * 60;

/**
 * The keys for which one notice is the nearest: those whose end lies after `after` and not after
 * `until`. Epoch ms, as `now`.
 */
export interface NoticeBand {
  readonly step: NoticeStep;
  readonly after: number;
  readonly until: number;
}

/** The bands of all steps; each end falls in one of them at most. */
export function noticeBands(now: number): NoticeBand[] {
  return noticeSteps.map((step, index) => {
    const next = noticeSteps[index + 1];
    const after = next === undefined ? now - tellOfEndMs : now + next * dayMs;
    return { step, after, until: now + step * dayMs };
  });
}

/**
 * What is to be said of an end now.
 * @returns null: nothing yet, or nothing any more
 */
export function nearestStep(expiresAt: number, now: number): NoticeStep | null {
  const band = noticeBands(now).find(({ after, until }) => expiresAt > after && expiresAt <= until);
  return band?.step ?? null;
}

/** When a step is reached; epoch ms. */
export function stepReachedAt(expiresAt: number, step: number): number {
  return expiresAt - step * dayMs;
}

/**
 * The moment from `now` on at which a notice may go: in daytime, or at once in the last day of the
 * key. That it has ended can wait for the morning.
 * @param timezone IANA name
 */
export function noticeTime(expiresAt: number, now: number, timezone: string): number {
  const leftMs = expiresAt - now;
  if (leftMs > 0 && leftMs <= dayMs) return now;
  const minute = minuteOfDay(now, timezone);
  if (minute >= firstMinute && minute < endMinute) return now;
  const waitMinutes = (firstMinute - minute + 24 * 60) % (24 * 60);
  const morning = Math.floor(now / 60_000) * 60_000 + waitMinutes * 60_000;
  // Clocks may have been changed in the night.
  return morning + (firstMinute - minuteOfDay(morning, timezone)) * 60_000;
}

/**
 * How many midnights lie between two moments: 0 is today, 1 tomorrow, by the clocks of a zone.
 * @param timezone IANA name
 */
export function calendarDays(from: number, to: number, timezone: string): number {
  return dayNumber(to, timezone) - dayNumber(from, timezone);
}

function dayNumber(at: number, timezone: string): number {
  const { year = 0, month = 1, day = 1 } = localParts(at, timezone);
  return Date.UTC(year, month - 1, day) / dayMs;
}

function minuteOfDay(at: number, timezone: string): number {
  const { hour = 0, minute = 0 } = localParts(at, timezone);
  return hour * 60 + minute;
}
