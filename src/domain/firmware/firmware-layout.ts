import type { Board } from '../devices/device-type.ts';

/** Espressif's numbers of its chips in image headers (esp_app_format.h, esp_chip_id_t). */
export const chipIds = { ESP32: 0, 'ESP32-S2': 2, 'ESP32-C3': 5 } as const;
/** As ESP Web Tools and esptool name them. */
export type ChipFamily = keyof typeof chipIds;

export const chipOf: Readonly<Record<Board, ChipFamily>> = {
  's2-mini': 'ESP32-S2',
  't-display': 'ESP32',
  's2-test': 'ESP32-S2',
  'c3-mini': 'ESP32-C3',
};

export type PartName = 'bootloader' | 'partition-table' | 'otadata' | 'app';

interface PartPlace {
  readonly offset: number;
  readonly maxBytes: number;
}

/** Where the ROM of a chip looks for the boot loader; the partition table follows at 0x8000. */
const bootloaderAt: Readonly<Record<ChipFamily, number>> = {
  ESP32: 0x1000,
  'ESP32-S2': 0x1000,
  'ESP32-C3': 0,
};

/** Where a part lies in the flash of a board, and how long it may be. */
export function placeOf(name: PartName, board: Board): PartPlace {
  if (name !== 'bootloader') return partLayout[name];
  const offset = bootloaderAt[chipOf[board]];
  return { offset, maxBytes: partLayout['partition-table'].offset - offset };
}

/** Where the parts lie that are at the same place on every chip; firmware/partitions.csv. */
export const partLayout: Readonly<Record<Exclude<PartName, 'bootloader'>, PartPlace>> = {
  'partition-table': { offset: 0x8000, maxBytes: 0x1000 },
  otadata: { offset: 0xf000, maxBytes: 0x2000 },
  // Of the two slots, 1792 K each.
  app: { offset: 0x20000, maxBytes: 0x1c_0000 },
};

/** In the order of the flash. */
export const partNames = ['bootloader', ...Object.keys(partLayout)] as PartName[];
