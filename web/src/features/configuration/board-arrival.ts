import type { Boards } from './api/get-boards.ts';

interface Heard {
  readonly isOnline: boolean;
  /** ISO 8601; null: never. */
  readonly at: string | null;
}

/**
 * What the server has heard of the board that uses a key; null: no board does. Keys come masked to their
 * last group, by which their owner tells them apart.
 */
export function findHeard({ keys, devices }: Boards, activationKey: string): Heard | null {
  const group = activationKey.slice(-5);
  const deviceId = keys.find(({ key_code: code }) => code.endsWith(group))?.device_id;
  const device = devices.find(({ device_id: id }) => id === deviceId);
  if (!device) return null;
  return { isOnline: device.status === 'online', at: device.last_heartbeat };
}

/**
 * Whether the server has heard from the board since the waiting began. A board that was there before is
 * still called online for a while after it went away, so only a new word of it counts.
 */
export function hasArrived(first: Heard | null, now: Heard | null): boolean {
  return now?.isOnline === true && now.at !== null && now.at !== (first?.at ?? null);
}
