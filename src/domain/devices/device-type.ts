/** Boards that this project makes firmware for. */
export const boards = ['s2-mini', 't-display', 's2-test', 'c3-mini'] as const;
export type Board = (typeof boards)[number];

/**
 * Boards as stored and answered; contract/fleet/device.ts maps the serial names onto these. `other` is a
 * device that somebody built by the protocol: it is watched like any other, and there is no firmware for
 * it.
 */
export const deviceTypes = [...boards, 'other'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/**
 * `power_on`: heard, and known to have power. `offline` is whatever is not online, a device that was never heard
 * included; `down`: it said that power is gone. `lost` is `mains_lost` or `contact_lost`; `unacknowledged`: of those, what nobody has
 * acknowledged. `untold`: an outage of it would be told to nobody; `key_ending`: its key ends within
 * 30 days.
 */
export const deviceFilters = [
  'all',
  'online',
  'offline',
  'unknown',
  'power_on',
  'down',
  'lost',
  'mains_lost',
  'contact_lost',
  'unacknowledged',
  'untold',
  'key_ending',
] as const;
export type DeviceFilter = (typeof deviceFilters)[number];

/**
 * Orders of a list of devices. `since`: when power or contact was lost. `urgency`: lost
 * with nobody told, then with nobody who has acknowledged, then the rest; of each the last lost first.
 */
export const deviceSorts = [
  'site',
  'device_id',
  'customer',
  'type',
  'heard',
  'since',
  'urgency',
  'key_end',
] as const;
export type DeviceSort = (typeof deviceSorts)[number];
