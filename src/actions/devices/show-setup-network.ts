import {
  describeSetupNetwork,
  digestKey,
  type SetupNetwork,
} from '../../domain/devices/setup-network.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Store } from '../../store/engine/open.ts';
import { findDeviceRow } from '../../store/fleet/device-changes.ts';
import { findKeyOfDevice } from '../../store/keys/keys.ts';
import { writeAudit } from '../../store/people/audit.ts';

/**
 * The set-up network of a device, derived from the key that the device holds. After a release, and after
 * a transfer that did not reach it, that is still the former key. Whoever joins the network can change
 * the device's Wi-Fi, so the audit log records who was told.
 * @param device with its owner
 * @throws AppError NOT_FOUND when it holds no key
 */
export function showSetupNetwork(
  store: Store,
  device: {
    readonly row: number;
    readonly deviceId: string;
    readonly customerId: number | null;
  },
  actor: Actor,
  now: Instant,
): SetupNetwork {
  return store.transaction(() => {
    const held = findDeviceRow(store, device.deviceId)?.heldKeyDigest;
    const key = findKeyOfDevice(store, device.row, device.customerId);
    const digest = held ?? (key === undefined ? null : digestKey(key.keyCode));
    if (digest === null) throw new AppError('NOT_FOUND', 'This device has no activation key.');
    const action = 'device.show-setup-network';
    writeAudit(store, { actor, action, subject: device.deviceId }, now.wallMs);
    return describeSetupNetwork(device.deviceId, digest);
  });
}
