import type { Instant } from '../../domain/instant.ts';
import { updateDevice } from '../../store/fleet/device-changes.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import type { Monitor } from '../monitor.ts';

/**
 * A device that was offered new credentials logs in. With the new token, the old one ends, and so does
 * the session opened with it. With the old token nothing changes yet.
 * @param tokenHash of the token used, one of its two
 */
export function takeCredentials(
  monitor: Monitor,
  device: LiveDevice,
  tokenHash: string,
  now: Instant,
): void {
  const { store } = monitor;
  const { nextTokenHash } = device.config;
  if (nextTokenHash !== null && tokenHash !== nextTokenHash) return;
  try {
    store.transaction(() => {
      updateDevice(store, device.row, {
        tokenHash,
        nextTokenHash: null,
        credentialsDueAt: null,
        heldKeyDigest: null,
      });
      const actor = { name: `device:${device.deviceId}`, address: null };
      const entry = { actor, action: 'device.take-credentials', subject: device.deviceId };
      writeAudit(store, entry, now.wallMs);
    });
  } catch (error) {
    // The device is let in all the same; its next connection, or the end of the grace time, does the
    // rest.
    monitor.log.error({ err: error, device: device.deviceId }, 'new credentials were not stored');
    return;
  }
  followUp(monitor, now, [device.deviceId]);
}
