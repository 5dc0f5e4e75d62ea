/** The way in which the loss of a device is noticed. */

import type { Transport } from '../states.ts';
import { sessionGraceMs } from './device-state.ts';

/**
 * - `mains`: it reports mains itself.
 * - `silence-30`: by silence within 30 s, since the broker sees its session die.
 * - `silence-timeout`: by silence within the heartbeat time-out.
 */
export const detectionModes = ['mains', 'silence-30', 'silence-timeout'] as const;
type DetectionMode = (typeof detectionModes)[number];

/**
 * A broker with a keepalive of 10 s notices a dead session after 15 s; the device then has its grace
 * time. The sum is rounded up to what the service promises.
 */
const sessionSilenceSeconds = 15 + sessionGraceMs / 1000 + 5;

interface Detection {
  readonly mode: DetectionMode;
  /**
   * Seconds within which the silence of a device is noticed. A device that reports mains itself is
   * quicker while its network has power. When the network fails with the mains, this figure holds for it
   * too.
   */
  readonly withinSeconds: number;
}

/**
 * @param device `transport` null: it was never heard, so nothing better than the time-out is promised
 * @param heartbeatTimeoutSeconds the setting
 */
export function detectionOf(
  device: { readonly hasMainsSense: boolean; readonly transport: Transport | null },
  heartbeatTimeoutSeconds: number,
): Detection {
  const isSessionWatched = device.transport === 'mqtt';
  const withinSeconds = isSessionWatched
    ? Math.min(sessionSilenceSeconds, heartbeatTimeoutSeconds)
    : heartbeatTimeoutSeconds;
  if (device.hasMainsSense) return { mode: 'mains', withinSeconds };
  return { mode: isSessionWatched ? 'silence-30' : 'silence-timeout', withinSeconds };
}
