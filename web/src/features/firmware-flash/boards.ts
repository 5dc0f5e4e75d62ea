import { type Chip, guessChip } from '../../lib/serial/guess-chip.ts';
import type { PortInfo } from '../../lib/serial/web-serial.ts';

/** Boards that can be flashed, by the names of the server. */
export const boards = ['s2-mini', 'c3-mini', 't-display', 's2-test'] as const;
export type Board = (typeof boards)[number];

/** What a board with this chip may be, the likelier first. */
const boardsOf: Readonly<Record<Chip, readonly Board[]>> = {
  ESP32: ['t-display'],
  'ESP32-S2': ['s2-mini', 's2-test'],
  'ESP32-C3': ['c3-mini'],
};

/**
 * What to begin with, while nobody has chosen.
 * @param port where the board is; null: not known yet
 * @param isOffered whether there is firmware for a board
 */
export function suggestBoard(port: PortInfo | null, isOffered: (board: Board) => boolean): Board {
  const chip = port && guessChip(port);
  const likely = chip === null ? [] : boardsOf[chip];
  return [...likely, ...boards].find(isOffered) ?? 's2-mini';
}

/**
 * Whether the chip's program is the USB device, so that the port comes and goes with it and buttons are the
 * way into its loader. The USB of a C3 is hardware that takes the lines as a bridge does.
 */
export function hasOwnUsb(board: Board): boolean {
  return board === 's2-mini' || board === 's2-test';
}
