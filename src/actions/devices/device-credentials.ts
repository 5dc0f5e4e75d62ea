/**
 * A device's token, and the new credentials of one whose owner changed; docs/decisions/026. The columns of a
 * device show the progress:
 *
 * | token_hash | next_token_hash | credentials_due_at | |
 * |---|---|---|---|
 * | A | – | – | no change under way |
 * | A | B | later | B was offered. A is valid until the device uses B, or until then |
 * | B | – | since | A has ended. The device has not used B, which is valid if it has it |
 * | – | – | since | A has ended, and nothing could be offered |
 */

import { digestKey } from '../../domain/devices/setup-network.ts';
import type { Instant } from '../../domain/instant.ts';
import { findDeviceRow, updateDevice } from '../../store/fleet/device-changes.ts';
import { findServingKey } from '../../store/keys/keys.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import { hashSecret } from '../engine/secrets.ts';
import { type CredentialsOffer, graceMs, type LiveDevice } from '../fleet/live-device.ts';
import { mayBeAbleTo, sendCommand } from '../fleet/send-command.ts';
import type { Monitor } from '../monitor.ts';

/** 256 random bits, shown once. Only their SHA-256 is stored. */
export function makeDeviceToken(randomBytes: (count: number) => Uint8Array): string {
  return `fwd_${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/**
 * Ends the token of a device, within the caller's transaction. A connected device is offered a new token,
 * and the old one ends once it uses that; for any other device it ends at once.
 * @param keys codes of the key that it held, and of the one that it continues with
 * @returns updates memory, once that transaction is stored; before `followUp`
 */
export function replaceCredentials(
  monitor: Monitor,
  row: number,
  deviceId: string,
  keys: { readonly former: string; readonly next: string },
  now: Instant,
): () => void {
  const { store, fleet } = monitor;
  const heldKeyDigest = findDeviceRow(store, deviceId)?.heldKeyDigest ?? digestKey(keys.former);
  const live = fleet.get(deviceId);
  const isConnected = live?.state.link === 'online' && live.config.tokenHash !== null;
  if (live === undefined || !isConnected || !mayBeAbleTo(live, 'credentials', now)) {
    updateDevice(store, row, {
      tokenHash: null,
      nextTokenHash: null,
      credentialsDueAt: now.wallMs,
      heldKeyDigest,
    });
    return () => {};
  }
  const { tokenHash, command } = makeCredentials(keys.next);
  // A second change of owner must not extend the time of the first owner's token.
  const endsMono = live.offer?.endsMono ?? now.monoMs + graceMs;
  updateDevice(store, row, {
    nextTokenHash: tokenHash,
    credentialsDueAt: now.wallMs + (endsMono - now.monoMs),
    heldKeyDigest,
  });
  return () => {
    live.offer = { command, endsMono };
    sendOffer(monitor, live);
  };
}

/** Repeats the offer at a heartbeat of a device that still uses its old token. */
export function repeatOffer(monitor: Monitor, device: LiveDevice, now: Instant): void {
  if (device.offer?.command === null) renewOffer(monitor, device, device.offer, now);
  sendOffer(monitor, device);
}

function sendOffer(monitor: Monitor, device: LiveDevice): void {
  const command = device.offer?.command ?? null;
  if (command === null || device.features?.includes('credentials') !== true) return;
  sendCommand(monitor, device, command);
}

/** After a restart the server no longer knows the offered token, so it offers another. */
function renewOffer(
  monitor: Monitor,
  device: LiveDevice,
  offer: CredentialsOffer,
  now: Instant,
): void {
  const { store } = monitor;
  try {
    const key = findServingKey(store, device.row);
    if (key === undefined) return;
    const { tokenHash, command } = makeCredentials(key);
    store.transaction(() => updateDevice(store, device.row, { nextTokenHash: tokenHash }));
    device.offer = { ...offer, command };
    followUp(monitor, now, [device.deviceId]);
  } catch (error) {
    monitor.log.error({ err: error, device: device.deviceId }, 'new credentials were not stored');
  }
}

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

/** Ends every old token whose time is up; to be called every few seconds. */
export function endOldTokens(monitor: Monitor, now: Instant): void {
  const { store, fleet } = monitor;
  for (const device of fleet.all()) {
    if (device.offer === null || device.offer.endsMono > now.monoMs) continue;
    store.transaction(() => {
      const { nextTokenHash } = findDeviceRow(store, device.deviceId) ?? {};
      // Another process has just enrolled, released or deleted the device.
      if (nextTokenHash == null) return;
      updateDevice(store, device.row, {
        tokenHash: nextTokenHash,
        nextTokenHash: null,
        credentialsDueAt: now.wallMs,
      });
    });
    followUp(monitor, now, [device.deviceId]);
  }
}

function makeCredentials(keyCode: string) {
  const token = makeDeviceToken((count) => crypto.getRandomValues(new Uint8Array(count)));
  return {
    tokenHash: hashSecret(token),
    command: {
      type: 'credentials',
      device_token: token,
      key_digest: digestKey(keyCode),
    },
  } as const;
}
