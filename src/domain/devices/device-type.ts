/** Boards that this project makes firmware for. */
export const boards = ['s2-mini', 't-display', 's2-test', 'c3-mini'] as const;
export type Board = (typeof boards)[number];

/**
 * Boards as stored and answered; contract/fleet/device.ts maps the serial names onto these. `other` is a device
 * that somebody built by the protocol: it is watched like any, and there is no firmware for it.
 */
export const deviceTypes = [...boards, 'other'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** `offline` is whatever is not online, a device that was never heard included; `down`: no power. */
export const deviceFilters = ['all', 'online', 'offline', 'unknown', 'down'] as const;
export type DeviceFilter = (typeof deviceFilters)[number];
