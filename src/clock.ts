import type { Instant } from './domain/instant.ts';

/** Reads both clocks of the machine; the only place besides tests that does. */
export function readClock(): Instant {
  return { wallMs: Date.now(), monoMs: performance.now() };
}
