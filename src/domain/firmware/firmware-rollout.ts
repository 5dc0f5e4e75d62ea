import { versionKey } from './firmware-version.ts';

/**
 * The standing of a device to an image. `waiting`: it is offered, or will be once the roll-out is no longer
 * paused; `newer`: it runs a later version; `outside`: the roll-out does not reach it.
 */
export const firmwareStandings = ['installed', 'waiting', 'failed', 'newer', 'outside'] as const;
export type FirmwareStanding = (typeof firmwareStandings)[number];

/** The devices to which an image is offered. */
export interface Rollout {
  readonly version: string;
  /** Sorts as versions do. */
  readonly versionKey: string;
  /** Per cent of the boards of this kind, 0 to 100. */
  readonly percent: number;
  /** Single devices in addition, by their device_id. */
  readonly deviceIds: ReadonlySet<string>;
  readonly isPaused: boolean;
}

interface UpdatableDevice {
  readonly deviceId: string;
  /** The version it runs. Null: not known, and then no image counts as newer. */
  readonly version: string | null;
}

/** Whether a device is among those that an image is meant for, paused or not. */
export function isInRollout(
  { version, percent, deviceIds }: Pick<Rollout, 'version' | 'percent' | 'deviceIds'>,
  deviceId: string,
): boolean {
  return deviceIds.has(deviceId) || bucketOf(deviceId, version) < percent;
}

/**
 * The newest version that a device should have: meant for it, not paused, newer than the one it runs, and
 * not one that has failed on it.
 * @param rollouts of its board, in any order
 */
export function chooseOffer<T extends Rollout>(
  rollouts: Iterable<T>,
  { deviceId, version }: UpdatableDevice,
  hasFailed: (version: string) => boolean,
): T | null {
  const running = version === null ? null : versionKey(version);
  if (running === null) return null;
  let best: T | null = null;
  for (const rollout of rollouts) {
    if (rollout.isPaused || rollout.versionKey <= (best?.versionKey ?? running)) continue;
    if (!isInRollout(rollout, deviceId) || hasFailed(rollout.version)) continue;
    best = rollout;
  }
  return best;
}

/**
 * Where a device stands in the roll-out of a version: a fixed number from 0 to below 100. It depends on
 * the version too, so that the same devices do not always go first.
 */
export function bucketOf(deviceId: string, version: string): number {
  // FNV-1a, finished like MurmurHash3: ids that differ in one digit must not land side by side.
  let hash = 0x811c_9dc5;
  const text = `${version}\n${deviceId}`;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000) * 100;
}
