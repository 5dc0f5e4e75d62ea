/**
 * Time in which boards could not reach this server, and how long they may take to come back after it. What was known
 * of a loss may be over since: nobody is alarmed of what the server did not see.
 */
import type { Transport } from '../states.ts';

/**
 * The server was off, stood still, or had no line. Absences that follow each other before boards had time to come back
 * are one.
 */
export interface Absence {
  /** When the first of them began; epoch ms. */
  readonly fromAt: number;
  /** When the first of them ended; monotonic ms, as `endMono`. */
  readonly firstEndMono: number;
  /** From the beginning of the first to the end of the last, ms. */
  readonly lastedMs: number;
  /** When the last of them ended. Infinity: it goes on. */
  readonly endMono: number;
}

/** A board, as far as it decides how long it takes to come back. */
export interface ReturningBoard {
  readonly transport: Transport | null;
  /** The interval of its heartbeats, ms. Null: not known. */
  readonly beatEveryMs: number | null;
}

/** Boards wait longer from try to try: about as long as they have tried already, and a minute at most. */
const shortestReturnMs = 15_000;
/** In ms. */
export const longestReturnMs = 60_000;
/** A heartbeat over HTTP may come so much later than its interval. */
const beatSlackMs = 5_000;
/**
 * A server that starts again and again gives boards no time to come back. After so long it tells what it knows, or a
 * fault that ends each run soon would keep every alert back for good.
 */
export const longestWaitMs = 600_000;

/**
 * Time in which a board comes back, ms. A board over MQTT tries again after growing pauses. One over HTTP does so,
 * too, and at the latest with its next heartbeat.
 */
export function returnMs(lastedMs: number, { transport, beatEveryMs }: ReturningBoard): number {
  const pauseMs = Math.max(shortestReturnMs, lastedMs);
  const beatMs = transport === 'http' ? (beatEveryMs ?? longestReturnMs) + beatSlackMs : 0;
  return Math.min(longestReturnMs, Math.max(pauseMs, beatMs));
}

/**
 * Adds an absence to the one before it.
 * @param before null: there was none in this run or shortly before it
 * @param fromMono when it began, monotonic ms
 */
export function addAbsence(
  before: Absence | null,
  {
    fromAt,
    fromMono,
    endMono,
  }: Pick<Absence, 'fromAt' | 'endMono'> & { readonly fromMono: number },
): Absence {
  if (before === null || fromMono > before.endMono + longestReturnMs) {
    return { fromAt, firstEndMono: endMono, lastedMs: endMono - fromMono, endMono };
  }
  // A board that had no time to come back in between has been trying since the first.
  const lastedMs = before.lastedMs + Math.max(0, endMono - before.endMono);
  return { ...before, lastedMs, endMono: Math.max(before.endMono, endMono) };
}

/**
 * The moment until which a board that was not heard since may still come back; monotonic ms. Infinity: nobody can,
 * yet.
 */
export function awaitedUntil(absence: Absence, board: ReturningBoard): number {
  const { lastedMs, endMono, firstEndMono } = absence;
  return Math.min(endMono + returnMs(lastedMs, board), firstEndMono + longestWaitMs);
}
