import type { Actor } from '../domain/actor.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { writeAudit } from '../store/audit.ts';
import {
  clearReadings,
  type DeviceRow,
  detachKeys,
  dropWaitingNotifications,
  updateDevice,
} from '../store/device-changes.ts';
import { alertSettingsAtFirst } from '../store/device-owners.ts';
import { applyAtOnce } from './apply-input.ts';
import { getDevice, recordConfigChange } from './edit-device.ts';
import { forgetReadings } from './live-device.ts';
import { refreshFleet } from './load-fleet.ts';
import type { Monitor } from './monitor.ts';
import { recordBeatsSoFar } from './roll-up-heartbeats.ts';

/**
 * Takes a device from its customer and from its keys: it is refused, and told why, until it is
 * enrolled again, by whomever. Its keys keep their owner and their end, and may serve another device.
 * An outage that is open ends as far as it is known.
 * @throws AppError NOT_FOUND, CONFLICT when it belongs to nobody already
 */
export function releaseDevice(
  monitor: Monitor,
  deviceId: string,
  actor: Actor,
  now: Instant,
): void {
  const { store, fleet, commits } = monitor;
  // What the device said until now was said for the one who owned it.
  commits.flush();
  const live = fleet.get(deviceId);
  const follow = store.transaction(() => {
    const device = getDevice(store, deviceId);
    if (device.customerId === null) {
      throw new AppError('CONFLICT', 'This device is released already.');
    }
    // While it is still the owner's, whose events these are.
    const ended =
      live === undefined ? null : applyAtOnce(monitor, live, { type: 'unwatched' }, now);
    if (live !== undefined) recordBeatsSoFar(monitor, live, now);
    recordConfigChange(store, device, { released: true }, actor, now);
    dropWaitingNotifications(store, device.id, 'the device was released');
    clearReadings(store, device.id);
    const keyCodes = detachKeys(store, device.id);
    const after = fieldsOfNobody(device);
    updateDevice(store, device.id, { ...after, nextTokenHash: null, credentialsDueAt: null });
    const before = Object.fromEntries(
      (Object.keys(after) as (keyof typeof after)[]).map((name) => [name, device[name]]),
    );
    writeAudit(
      store,
      {
        actor,
        action: 'device.release',
        subject: deviceId,
        before: { ...before, keyCodes },
        after: { ...after, keyCodes: [] },
      },
      now.wallMs,
    );
    return ended;
  });
  follow?.();
  if (live !== undefined) forgetReadings(live);
  refreshFleet(monitor, now, [deviceId]);
}

/**
 * What the owner had put down about it, where it stands above all, is not for the next one to see.
 * The hash of its token stays, though the token opens nothing any more: by it the device is recognised
 * and told that it was released; the next enrolment replaces it.
 */
function fieldsOfNobody({ deviceId }: DeviceRow) {
  return {
    ...alertSettingsAtFirst,
    customerId: null,
    siteName: `FaiWatch-${deviceId.slice(-6).toUpperCase()}`,
    siteAddress: null,
  } satisfies Partial<DeviceRow>;
}
