import type { PartName } from './api/get-firmware.ts';

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
