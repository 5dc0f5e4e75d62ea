/**
 * What can be said of the power at a site over a stretch of time. Each word claims only what is
 * known: silence is never called a power failure.
 *
 * - `up`: the device said so
 * - `mains_lost`: the device reported that the mains failed
 * - `contact_lost`: the device is silent; power or internet, nobody knows yet
 * - `internet_lost`: learned when the device came back: the power had stayed on
 * - `unobserved`: the server itself was off or cut off
 * - `unknown`: the device was never heard
 */
export const powerStates = [
  'up',
  'mains_lost',
  'contact_lost',
  'internet_lost',
  'unobserved',
  'unknown',
] as const;
export type PowerState = (typeof powerStates)[number];

/** A stretch of one state; the end is not part of it. Times are epoch milliseconds. */
export interface PowerSegment {
  state: PowerState;
  startMs: number;
  endMs: number;
}
