/** Boards that this project makes firmware for. */
export type Board = 's2-mini' | 't-display' | 's2-test' | 'c3-mini';

/**
 * Boards as stored and answered; contract/fleet/device.ts maps the serial names onto these. `other` is a device
 * that somebody built by the protocol: it is watched like any, and there is no firmware for it.
 */
export type DeviceType = Board | 'other';
