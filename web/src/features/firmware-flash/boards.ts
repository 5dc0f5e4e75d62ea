/** Boards that can be flashed, by the names of the server. */
export const boards = ['s2-mini', 'c3-mini', 't-display', 's2-test'] as const;
export type Board = (typeof boards)[number];

export type Chip = 'ESP32' | 'ESP32-S2' | 'ESP32-C3';

/**
 * Whether the chip's program is the USB device, so that the port comes and goes with it and buttons are the
 * way into its loader. The USB of a C3 is hardware that takes the lines as a bridge does.
 */
export function hasOwnUsb(board: Board): boolean {
  return board === 's2-mini' || board === 's2-test';
}
