/** Boards as stored and answered; contract/device.ts maps the serial names onto these. */
export type DeviceType = 's2-mini' | 't-display' | 's2-test';
