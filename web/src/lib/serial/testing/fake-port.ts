import type { BoardPort, PortInfo, PortOptions, PortSignals, SerialPorts } from '../web-serial.ts';

/** What is at the other end of the cable. */
interface FakeBoard {
  /** Bytes that came from the page. */
  receive?(bytes: Uint8Array, port: FakePort): void;
  signal?(signals: PortSignals, port: FakePort): void;
}

function fail(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

/** A serial port of the browser. */
export class FakePort implements BoardPort {
  readable: ReadableStream<Uint8Array> | null = null;
  writable: WritableStream<Uint8Array> | null = null;
  readonly opened: PortOptions[] = [];
  readonly signals: PortSignals[] = [];
  /** What `open` throws next; null: nothing. */
  openFailure: Error | null = null;
  /** What `open` waits for; null: nothing. */
  opensAfter: Promise<void> | null = null;
  /** What writing throws; null: nothing. `never`: it does not come to an end. */
  writeFailure: Error | 'never' | null = null;
  #info: PortInfo;
  #board: FakeBoard;
  #isThere = true;
  #isOpening = false;
  #reading: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(board: FakeBoard = {}, info: PortInfo = { usbVendorId: 0x303a, usbProductId: 2 }) {
    this.#board = board;
    this.#info = info;
  }

  getInfo(): PortInfo {
    return this.#info;
  }

  async open(options: PortOptions): Promise<void> {
    if (this.openFailure !== null) throw this.openFailure;
    if (!this.#isThere) throw fail('NetworkError', 'Failed to open serial port.');
    if (this.readable) throw fail('InvalidStateError', 'The port is already open.');
    if (this.#isOpening) throw fail('InvalidStateError', 'The port is being opened.');
    if (this.opensAfter !== null) {
      this.#isOpening = true;
      await this.opensAfter;
      this.#isOpening = false;
    }
    this.opened.push(options);
    this.#makeReadable();
    this.writable = new WritableStream({
      write: async (bytes) => {
        if (this.writeFailure === 'never') return new Promise<void>(() => {});
        if (this.writeFailure !== null) throw this.writeFailure;
        this.#board.receive?.(bytes, this);
      },
    });
  }

  async close(): Promise<void> {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError('a stream is locked');
    this.readable = null;
    this.writable = null;
  }

  async setSignals(signals: PortSignals): Promise<void> {
    if (!this.#isThere) throw fail('NetworkError', 'The device has been lost.');
    this.signals.push(signals);
    this.#board.signal?.(signals, this);
  }

  /** The board says something. */
  say(text: string): void {
    this.send(new TextEncoder().encode(text));
  }

  send(bytes: Uint8Array): void {
    if (this.readable) this.#reading?.enqueue(bytes);
  }

  /** Reading fails; after a passing failure there is a new stream. */
  failReading(name: string, message = 'no good'): void {
    const broken = this.#reading;
    if (['BufferOverrunError', 'FramingError'].includes(name)) this.#makeReadable();
    broken?.error(fail(name, message));
  }

  /** The cable is pulled, or the board restarts and its port goes with it. */
  vanish(): void {
    this.#isThere = false;
    this.#reading?.error(fail('NetworkError', 'The device has been lost.'));
    this.readable = null;
    this.writable = null;
  }

  #makeReadable(): void {
    this.readable = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#reading = controller;
      },
    });
  }
}

/** `navigator.serial`, with the ports a test puts there. */
export class FakeSerial implements SerialPorts {
  ports: FakePort[];
  /** What the visitor does with the list of ports: chooses this one, or none. */
  chosen: FakePort | null;
  requested = 0;
  readonly #events = new EventTarget();

  constructor(port: FakePort | null) {
    this.ports = port ? [port] : [];
    this.chosen = port;
  }

  async requestPort(): Promise<BoardPort> {
    this.requested++;
    if (this.chosen === null) throw fail('NotFoundError', 'No port selected by the user.');
    return this.chosen;
  }

  async getPorts(): Promise<readonly BoardPort[]> {
    return this.ports;
  }

  addEventListener(type: 'connect' | 'disconnect', listener: (event: Event) => void): void {
    this.#events.addEventListener(type, listener);
  }

  removeEventListener(type: 'connect' | 'disconnect', listener: (event: Event) => void): void {
    this.#events.removeEventListener(type, listener);
  }

  /** The board is gone, as after a restart. */
  unplug(port: FakePort): void {
    this.ports = this.ports.filter((other) => other !== port);
    port.vanish();
    this.#tell('disconnect', port);
  }

  /** A board is there, under a new port. */
  plug(port: FakePort): void {
    this.ports = [...this.ports, port];
    this.chosen = port;
    this.#tell('connect', port);
  }

  #tell(type: string, port: FakePort): void {
    const event = new Event(type);
    Object.defineProperty(event, 'target', { value: port });
    this.#events.dispatchEvent(event);
  }
}
