/**
 * One moment, read from both clocks at once.
 *
 * Time-outs count on `monoMs`, which never jumps; what is stored and shown is `wallMs`. A Pi without
 * a battery-backed clock may step its wall clock by years after boot, and that must not look like
 * silence.
 */
export interface Instant {
  /** Epoch milliseconds, UTC. */
  readonly wallMs: number;
  /** Milliseconds on a clock that only ever moves forward; its zero has no meaning. */
  readonly monoMs: number;
}

/** The only source of time; `main` makes the real one, tests advance their own. */
export type Clock = () => Instant;
