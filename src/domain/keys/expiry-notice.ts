/** When the owner of an activation key is told that it ends. */
import { daytimeFrom } from '../daytime.ts';
import { localParts } from '../local-days.ts';

/** The days left when a notice comes due; 0: the key has ended. The soonest end comes last. */
export const noticeSteps = [30, 7, 1, 0] as const;
export type NoticeStep = (typeof noticeSteps)[number];

const dayMs = 86_400_000;
/** A notice of an end longer ago than this is not sent: whoever wanted to renew has done so. */
const tellOfEndMs = 30 * dayMs;

/**
 * The keys for which one notice is the nearest: those that end after `after` and not after `until`. Epoch
 * ms, as `now`.
 */
export interface NoticeBand {
  readonly step: NoticeStep;
  readonly after: number;
  readonly until: number;
}

/** The bands of all steps. Each end falls in at most one of them. */
export function noticeBands(now: number): NoticeBand[] {
  return noticeSteps.map((step, index) => {
    const next = noticeSteps[index + 1];
    const after = next === undefined ? now - tellOfEndMs : now + next * dayMs;
    return { step, after, until: now + step * dayMs };
  });
}

/**
 * The notice about an end that is due now.
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
 * The moment from `now` on at which a notice may go: in daytime, or at once on the last day of the key.
 * The notice that a key has ended waits for the morning.
 * @param timezone IANA name
 */
export function noticeTime(expiresAt: number, now: number, timezone: string): number {
  const leftMs = expiresAt - now;
  if (leftMs > 0 && leftMs <= dayMs) return now;
  return daytimeFrom(now, timezone);
}

/**
 * Midnights between two moments: 0 is today, 1 tomorrow, by the clocks of a zone.
 * @param timezone IANA name
 */
export function calendarDays(from: number, to: number, timezone: string): number {
  return dayNumber(to, timezone) - dayNumber(from, timezone);
}

function dayNumber(at: number, timezone: string): number {
  const { year = 0, month = 1, day = 1 } = localParts(at, timezone);
  return Date.UTC(year, month - 1, day) / dayMs;
}
