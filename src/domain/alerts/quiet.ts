/** Whether alerts of a device go out, and from when on they do again. */
import { localParts } from '../local-days.ts';

/** `none`: they go out; `ever`: until somebody switches them on; otherwise until then, epoch ms. */
export type Quiet = 'none' | 'ever' | { readonly until: number };

/** How long somebody may ask for silence: as long as a moment, a night, or for good. */
export const quietWishes = ['none', 'hour', 'morning', 'ever'] as const;
export type QuietWish = (typeof quietWishes)[number];

const hourMs = 3_600_000;
const morningHour = 8;

/**
 * @param now epoch ms
 * @param timezone IANA name; the morning is that of its clocks
 */
export function quietOf(wish: QuietWish, now: number, timezone: string): Quiet {
  switch (wish) {
    case 'none':
    case 'ever':
      return wish;
    case 'hour':
      return { until: now + hourMs };
    case 'morning':
      return { until: nextMorning(now, timezone) };
  }
}

/** The next eight o'clock in the morning. */
function nextMorning(now: number, timezone: string): number {
  const { hour = 0, minute = 0 } = localParts(now, timezone);
  const waitMinutes = (((morningHour - hour) * 60 - minute + 24 * 60 - 1) % (24 * 60)) + 1;
  const morning = Math.floor(now / 60_000) * 60_000 + waitMinutes * 60_000;
  // Clocks may be changed in the night.
  const there = localParts(morning, timezone);
  const isOffBy = (there['hour'] ?? 0) * 60 + (there['minute'] ?? 0) - morningHour * 60;
  return morning - isOffBy * 60_000;
}

/** @param mutedUntil epoch ms; null: not muted */
export function quietFrom(
  {
    alertEnabled,
    mutedUntil,
  }: { readonly alertEnabled: boolean; readonly mutedUntil: number | null },
  now: number,
): Quiet {
  if (!alertEnabled) return 'ever';
  return mutedUntil !== null && mutedUntil > now ? { until: mutedUntil } : 'none';
}
