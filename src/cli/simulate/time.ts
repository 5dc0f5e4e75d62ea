import type { Instant } from '../../domain/instant.ts';
import { readClock } from '../../server/clock.ts';

/** Takes a timer back; later calls do nothing. */
export type Cancel = () => void;

/** Time as virtual devices know it: the real one, or one that a test moves by hand. */
export interface Time {
  now(): Instant;
  after(delayMs: number, act: () => void): Cancel;
}

export const realTime: Time = {
  now: readClock,
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};
