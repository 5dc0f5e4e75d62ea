/**
 * What can be said of the power at a site over a stretch of time. Each word claims only what is
 * known: silence is never called a power failure.
 *
 * - `up`: the device said so
 * - `mains_lost`: the device reported that the mains failed, or its reset proved it
 * - `contact_lost`: the device is silent; power or internet, nobody knows yet
 * - `internet_lost`: learned when the device came back: the power had stayed on
 * - `device_restarted`: the board itself restarted; the power had stayed on
 * - `unobserved`: the server itself was off or cut off
 * - `unknown`: the device was never heard
 */
export const powerStates = [
  'up',
  'mains_lost',
  'contact_lost',
  'internet_lost',
  'device_restarted',
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

/** One span of GET …/timeline: in order, without gap or overlap. */
export interface TimelineSpan {
  from: string;
  to: string;
  state: 'up' | 'down' | 'silent' | 'network' | 'device' | 'unobserved' | 'unknown';
}

const statesOfApi: Record<TimelineSpan['state'], PowerState> = {
  up: 'up',
  down: 'mains_lost',
  silent: 'contact_lost',
  network: 'internet_lost',
  device: 'device_restarted',
  unobserved: 'unobserved',
  unknown: 'unknown',
};

/** The cause of an outage, in the words of the pages. */
export function toPowerState(state: TimelineSpan['state'] | 'mains'): PowerState {
  return state === 'mains' ? 'mains_lost' : statesOfApi[state];
}

/** Spans of the API as the ribbon draws them. */
export function toPowerSegments(spans: readonly TimelineSpan[]): PowerSegment[] {
  return spans.map(({ from, to, state }) => ({
    state: toPowerState(state),
    startMs: Date.parse(from),
    endMs: Date.parse(to),
  }));
}
