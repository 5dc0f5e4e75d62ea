/** Whether alerts of a device go out, and from when on they do again. */
import { nextTimeOfDay } from '../local-days.ts';

/** `none`: alerts go out. `ever`: they do not until somebody switches them on. `until`: epoch ms. */
export type Quiet = 'none' | 'ever' | { readonly until: number };

/** The silences that somebody may ask for: a moment, a night, or for good. */
export const quietWishes = ['none', 'hour', 'morning', 'ever'] as const;
export type QuietWish = (typeof quietWishes)[number];

const hourMs = 3_600_000;
const morningMinute = 8 * 60;

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
      return { until: nextTimeOfDay(morningMinute, now, timezone) };
  }
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
