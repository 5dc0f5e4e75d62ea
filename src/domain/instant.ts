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
  /** Milliseconds on a clock that never goes back; its zero has no meaning. */
  readonly monoMs: number;
}

export type Clock = () => Instant;

/** Calls `fire` once after `delayMs`; calling the returned function cancels that. */
export type SetTimer = (delayMs: number, fire: () => void) => () => void;

/** A clock and the timers that follow it: those of the machine, or of a test that advances its own. */
export interface Time {
  readonly clock: Clock;
  readonly setTimer: SetTimer;
}

/** Work that comes round. */
export interface Tick {
  readonly name: string;
  readonly everyMs: number;
  run(): void | Promise<void>;
}
