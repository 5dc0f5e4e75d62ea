import type { Instant } from '../instant.ts';
import { type DeviceState, rhythmBeats, rhythmGapMs } from './device-state.ts';

/** The interval at which boards are asked to beat, in ms. */
export const askedBeatMs = 10_000;

/** Counts a heartbeat towards the device's rhythm. */
export function rhythmAfterBeat(
  before: DeviceState,
  now: Instant,
): Pick<DeviceState, 'lastBeatMono' | 'regularBeats'> {
  const gapMs = before.lastBeatMono === null ? Infinity : now.monoMs - before.lastBeatMono;
  const regularBeats = gapMs > rhythmGapMs ? 1 : Math.min(rhythmBeats, before.regularBeats + 1);
  return { lastBeatMono: now.monoMs, regularBeats };
}

/**
 * Whether a device that sent its heartbeats regularly has missed one. It may be about to fall silent, so
 * no recovery is told before it is heard again.
 */
export function hasLostRhythm(state: DeviceState, now: Instant): boolean {
  return (
    state.regularBeats >= rhythmBeats &&
    state.lastBeatMono !== null &&
    now.monoMs - state.lastBeatMono > rhythmGapMs
  );
}
