import type { Instant, Time } from '../domain/instant.ts';

/** Reads both clocks of the machine. */
export function readClock(): Instant {
  return { wallMs: Date.now(), monoMs: performance.now() };
}

/** The machine's own time. */
export const realTime: Time = {
  clock: readClock,
  setTimer(delayMs, fire) {
    const timer = setTimeout(fire, delayMs);
    return () => clearTimeout(timer);
  },
};
