/** Boards that can be flashed, by the names of the server. */
export const boards = ['s2-mini', 't-display', 's2-test'] as const;
export type Board = (typeof boards)[number];

export type Chip = 'ESP32' | 'ESP32-S2';

/** Whether the chip itself is the USB device, and its buttons the way into its loader. */
export function hasOwnUsb(board: Board): boolean {
  return board !== 't-display';
}
