import type { LogLine } from '../../components/serial/log-panel.tsx';
import type { SetupNetwork } from '../../lib/serial/setup-network.ts';
import type { Board } from './firmware-offers.ts';

export const partNames = ['bootloader', 'partition-table', 'otadata', 'app'] as const;
export type PartName = (typeof partNames)[number];

export type FlashPhase =
  | 'idle'
  | 'fetching'
  | 'connecting'
  | 'preparing'
  | 'erasing'
  | 'writing'
  | 'restarting'
  | 'done'
  | 'failed';

/** `checking`: written, and the chip is computing its MD5. */
export type PartState = 'waiting' | 'fetched' | 'writing' | 'checking' | 'verified' | 'failed';

export interface PartProgress {
  readonly name: PartName;
  /** Bytes; null: not known yet. */
  readonly size: number | null;
  readonly state: PartState;
  /** How much of it was sent, in per cent. */
  readonly percent: number;
}

export interface FlashState {
  readonly phase: FlashPhase;
  /** The version that is being or was flashed; null: none yet. */
  readonly board: Board | null;
  /** Null: not known yet. */
  readonly version: string | null;
  readonly chip: string | null;
  readonly parts: readonly PartProgress[];
  /** What the flashed board tells of its own Wi-Fi; null: nothing. */
  readonly setupNetwork: 'asking' | SetupNetwork | null;
  readonly problem: FlashProblem | null;
  readonly log: readonly LogLine[];
}

const noParts: readonly PartProgress[] = partNames.map((name) => ({
  name,
  size: null,
  state: 'waiting',
  percent: 0,
}));

export const initialFlashState: FlashState = {
  phase: 'idle',
  board: null,
  version: null,
  chip: null,
  parts: noParts,
  setupNetwork: null,
  problem: null,
  log: [],
};

export function isFlashing({ phase }: FlashState): boolean {
  return phase !== 'idle' && phase !== 'done' && phase !== 'failed';
}

/** How much of all bytes was sent, in per cent. */
export function totalPercent(parts: readonly PartProgress[]): number {
  const total = parts.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const sent = parts.reduce((sum, { size, percent }) => sum + ((size ?? 0) * percent) / 100, 0);
  return total === 0 ? 0 : (100 * sent) / total;
}

type FlashProblemCode =
  /** The visitor chose no port. */
  | 'no_port'
  | 'port_busy'
  | 'connect_failed'
  /** No chip's loader answered. */
  | 'no_loader'
  /** The board went into its loader by itself and now has another port. */
  | 'port_changed'
  | 'wrong_chip'
  /** The server has no firmware for this board. */
  | 'no_firmware'
  | 'fetch_failed'
  /** The download does not match the server's manifest. */
  | 'broken_image'
  | 'unplugged'
  | 'erase_failed'
  | 'write_failed'
  /** The flash does not hold what was sent. */
  | 'verify_failed';

export interface FlashProblem {
  readonly code: FlashProblemCode;
  readonly part?: PartName;
  /** The chip that was found, for `wrong_chip`. */
  readonly found?: string;
  /** The chip the board has. */
  readonly wanted?: string;
  /** Something has been written already. The board does not start until it is flashed again. */
  readonly isHalfWritten?: boolean;
  /** The original message of the browser or the loader. */
  readonly reason?: string;
}

/** Ends a flashing, with what to tell of it. */
export class FlashStopped extends Error {
  override readonly name = 'FlashStopped';
  readonly problem: FlashProblem;

  constructor(problem: FlashProblem) {
    super(problem.code);
    this.problem = problem;
  }
}
