/** Why a port did not do what it should. */
type PortFailure =
  /** The visitor closed the browser's list of ports without a choice. */
  | 'cancelled'
  /** The port is in use by another program or tab, or the system does not let the browser use it. */
  | 'busy'
  /** The board is not there any more. */
  | 'lost'
  | 'other';

/** Why `requestPort()` or `open()` failed. */
export function explainOpening(error: unknown): PortFailure {
  switch (nameOf(error)) {
    case 'NotFoundError':
      return 'cancelled';
    case 'NetworkError':
    case 'InvalidStateError':
      return 'busy';
    default:
      return 'other';
  }
}

/** Why reading from, or writing to, an open port failed. */
export function explainTransfer(error: unknown): Extract<PortFailure, 'lost' | 'other'> {
  return nameOf(error) === 'NetworkError' ? 'lost' : 'other';
}

/** After these the port gives a new stream to read from (Web Serial, section 4.5). */
export function isPassing(error: unknown): boolean {
  const passing = ['BufferOverrunError', 'BreakError', 'FramingError', 'ParityError'];
  return passing.includes(nameOf(error));
}

/** What the browser says about it, for the log. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
