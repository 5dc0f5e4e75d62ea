import type { PortInfo } from './web-serial.ts';

export type Chip = 'ESP32' | 'ESP32-S2' | 'ESP32-C3';

const espressif = 0x303a;
/** Makers of the chips between USB and a serial line: WCH and Silicon Labs. */
const bridges: readonly number[] = [0x1a86, 0x10c4];

/**
 * Which chip is likely at a port, among those our boards have: an S2 and a C3 are USB devices themselves,
 * an ESP32 needs a bridge. A guess, to begin with; null: no idea.
 */
export function guessChip({ usbVendorId = 0, usbProductId }: PortInfo): Chip | null {
  if (bridges.includes(usbVendorId)) return 'ESP32';
  if (usbVendorId !== espressif) return null;
  if (usbProductId === 0x0002) return 'ESP32-S2';
  return usbProductId === 0x1001 ? 'ESP32-C3' : null;
}
