import { type Clock, sleep } from './find-again.ts';

/**
 * As much of Web Serial as the pages use (https://wicg.github.io/serial/); the types of the DOM do not
 * know it.
 */
export interface BoardPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  getInfo(): PortInfo;
  open(options: PortOptions): Promise<void>;
  close(): Promise<void>;
  setSignals(signals: PortSignals): Promise<void>;
}

/** Who made a USB port; nothing for other ports. */
export interface PortInfo {
  readonly usbVendorId?: number;
  readonly usbProductId?: number;
}

export interface PortOptions {
  readonly baudRate: number;
  readonly dataBits?: 7 | 8;
  readonly stopBits?: 1 | 2;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly bufferSize?: number;
}

/** 115200 8N1: what a board's firmware speaks. */
export const boardLine: PortOptions = {
  baudRate: 115_200,
  dataBits: 8,
  stopBits: 1,
  parity: 'none',
};

export interface PortSignals {
  readonly dataTerminalReady?: boolean;
  readonly requestToSend?: boolean;
}

/** `navigator.serial`. */
export interface SerialPorts {
  /** Asks the visitor; only right after a click. Throws NotFoundError when none was chosen. */
  requestPort(): Promise<BoardPort>;
  /** Those the visitor chose before and that are plugged in. */
  getPorts(): Promise<readonly BoardPort[]>;
  addEventListener(type: 'connect' | 'disconnect', listener: (event: Event) => void): void;
  removeEventListener(type: 'connect' | 'disconnect', listener: (event: Event) => void): void;
}

/** `insecure`: the browser may support it, but not for a page over plain HTTP. */
export type SerialSupport =
  | { readonly serial: SerialPorts }
  | { readonly serial: null; readonly reason: 'unsupported' | 'insecure' };

/** Whether this browser lets this page use serial ports, by the feature and not by the browser's name. */
export function findSerial(
  browser: object = navigator,
  isSecure: boolean = isSecureContext,
): SerialSupport {
  if ('serial' in browser && isSerialPorts(browser.serial)) return { serial: browser.serial };
  return { serial: null, reason: isSecure ? 'unsupported' : 'insecure' };
}

function isSerialPorts(value: unknown): value is SerialPorts {
  return typeof value === 'object' && value !== null && 'requestPort' in value;
}

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

const holdMs = 250;

/**
 * Restarts a board into what is in its flash. RTS pulls its reset line; DTR, which would ask for the
 * download mode, stays off. A board with USB of its own (ESP32-S2) restarts at the falling edge of RTS
 * and takes its port with it, so that even the last call may fail although all went well.
 */
export async function restartBoard(
  port: Pick<BoardPort, 'setSignals'>,
  clock: Clock,
): Promise<void> {
  await port.setSignals({ dataTerminalReady: false, requestToSend: true });
  await sleep(clock, holdMs);
  await port.setSignals({ dataTerminalReady: false, requestToSend: false });
}

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
