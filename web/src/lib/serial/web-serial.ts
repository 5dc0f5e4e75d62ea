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
