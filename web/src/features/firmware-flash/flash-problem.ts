import type { PartName } from './api/get-firmware.ts';

type FlashProblemCode =
  /** The visitor chose no port. */
  | 'no_port'
  | 'port_busy'
  | 'connect_failed'
  /** Nothing answered as a chip's loader does. */
  | 'no_loader'
  /** It went into its loader by itself, and is another port now. */
  | 'port_changed'
  | 'wrong_chip'
  /** The server has none for this board. */
  | 'no_firmware'
  | 'fetch_failed'
  /** What came from the server is not what its manifest says. */
  | 'broken_image'
  | 'unplugged'
  | 'erase_failed'
  | 'write_failed'
  /** What stands in the flash is not what was sent. */
  | 'verify_failed';

export interface FlashProblem {
  readonly code: FlashProblemCode;
  readonly part?: PartName;
  /** The chip that was found, for `wrong_chip`. */
  readonly found?: string;
  /** The chip the board has. */
  readonly wanted?: string;
  /** Something has been written already: the board does not start until it is done again. */
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
