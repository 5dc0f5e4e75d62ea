/**
 * New credentials for a device whose owner changed; docs/decisions/026. The rows of a device say how far
 * that is:
 *
 * | token_hash | next_token_hash | credentials_due_at | |
 * |---|---|---|---|
 * | A | – | – | nothing is going on |
 * | A | B | later | B was offered; A is good until the device comes in with B, or until then |
 * | B | – | since | A has ended; the device has not come in with B, which is good if it has it |
 * | – | – | since | A has ended, and nothing could be offered |
 */

import { digestKey } from '../../domain/devices/setup-network.ts';
import type { Instant } from '../../domain/instant.ts';
import { findDeviceRow, updateDevice } from '../../store/fleet/device-changes.ts';
import { findServingKey } from '../../store/keys/keys.ts';
import { followUp } from '../engine/follow-up.ts';
import { type CredentialsOffer, graceMs, type LiveDevice } from '../fleet/live-device.ts';
import { sendCommand } from '../fleet/send-command.ts';
import type { Monitor } from '../monitor.ts';
import { mayBeAbleTo } from './ask-features.ts';
import { hashDeviceToken, makeDeviceToken } from './device-token.ts';

/**
 * Ends the token of a device, within the caller's transaction: at once, or, where the device is
 * connected and can be given another, once it has come in with that.
 * @param keys codes of the key that it held, and of the one that it goes on with
 * @returns lets memory follow, once that transaction is stored; before `followUp`
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
  // A second change of owner meanwhile is no reason for the first owner's token to last longer.
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

/** Says it again at a heartbeat of a device that has come in with its old token. */
export function repeatOffer(monitor: Monitor, device: LiveDevice, now: Instant): void {
  if (device.offer?.command === null) renewOffer(monitor, device, device.offer, now);
  sendOffer(monitor, device);
}

function sendOffer(monitor: Monitor, device: LiveDevice): void {
  const command = device.offer?.command ?? null;
  if (command === null || device.features?.includes('credentials') !== true) return;
  sendCommand(monitor, device, command);
}

/** After a restart of this server, which knew the token: offers another. */
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

/** Ends every old token whose time is up; to be called every few seconds. */
export function endOldTokens(monitor: Monitor, now: Instant): void {
  const { store, fleet } = monitor;
  for (const device of fleet.all()) {
    if (device.offer === null || device.offer.endsMono > now.monoMs) continue;
    store.transaction(() => {
      const { nextTokenHash } = findDeviceRow(store, device.deviceId) ?? {};
      // Enrolled, released or deleted by another process just now.
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
    tokenHash: hashDeviceToken(token),
    command: {
      type: 'credentials',
      device_token: token,
      key_digest: digestKey(keyCode),
    },
  } as const;
}
