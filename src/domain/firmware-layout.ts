import type { DeviceType } from './device-type.ts';

/** How Espressif numbers its chips in image headers (esp_app_format.h, esp_chip_id_t). */
export const chipIds = { ESP32: 0, 'ESP32-S2': 2 } as const;
/** As ESP Web Tools and esptool name them. */
export type ChipFamily = keyof typeof chipIds;

export const chipOf: Readonly<Record<DeviceType, ChipFamily>> = {
  's2-mini': 'ESP32-S2',
  't-display': 'ESP32',
  's2-test': 'ESP32-S2',
};

export type PartName = 'bootloader' | 'partition-table' | 'otadata' | 'app';

/** Where a part lies in the flash, and where it must have ended; firmware/partitions.csv. */
export const partLayout: Readonly<
  Record<PartName, { readonly offset: number; readonly maxBytes: number }>
> = {
  bootloader: { offset: 0x1000, maxBytes: 0x7000 },
  'partition-table': { offset: 0x8000, maxBytes: 0x1000 },
  otadata: { offset: 0xf000, maxBytes: 0x2000 },
  // Of the two slots, 1792 K each.
  app: { offset: 0x20000, maxBytes: 0x1c_0000 },
};

/** In the order of the flash. */
export const partNames = Object.keys(partLayout) as PartName[];
