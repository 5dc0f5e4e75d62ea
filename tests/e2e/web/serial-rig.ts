/**
 * A `navigator.serial` for a page under test. The page has only a thin copy of Web Serial. The test decides which ports
 * exist and what is at their other ends.
 */
import type { Page } from 'playwright-core';
import type { PortInfo, PortOptions, PortSignals } from '../../../web/src/lib/serial/web-serial.ts';

/** What is at the other end of a cable. */
export interface CableEnd {
  /** It has a port, before the page can know of it: a page that looks for ports may open it at once. */
  plugged?(port: number): void;
  opened?(options: PortOptions): void;
  closed?(): void;
  received?(bytes: Uint8Array): void;
  signalled?(signals: PortSignals): void;
}

/** A name of a DOMException, and its message. */
interface Refusal {
  readonly name: string;
  readonly message: string;
}

interface Plugged {
  readonly end: CableEnd;
  readonly info: PortInfo;
  refusal: Refusal | null;
  writeRefusal: Refusal | null;
}

type Question =
  | { readonly ask: 'ports' }
  | { readonly ask: 'choice' }
  | { readonly ask: 'open'; readonly port: number; readonly options: PortOptions }
  | { readonly ask: 'close'; readonly port: number }
  | { readonly ask: 'write'; readonly port: number; readonly base64: string }
  | { readonly ask: 'signals'; readonly port: number; readonly signals: PortSignals };

/** The ESP32-S2 of its own USB. */
export const s2Info: PortInfo = { usbVendorId: 0x303a, usbProductId: 0x0002 };
/** The CH9102 of a T-Display. */
export const bridgeInfo: PortInfo = { usbVendorId: 0x1a86, usbProductId: 0x55d4 };

export class SerialRig {
  readonly #page: Page;
  readonly #plugged = new Map<number, Plugged>();
  #nextPort = 1;
  #choice: number | null = null;
  /** Messages from the test to the page, in order. */
  #said: Promise<unknown> = Promise.resolve();
  /** Bytes that wait for their turn, with nothing said after them. */
  #unsent: { readonly port: number; readonly pieces: Uint8Array[] } | null = null;
  /** How often the page asked for a port. */
  requests = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. */
  static async install(page: Page): Promise<SerialRig> {
    const rig = new SerialRig(page);
    await page.exposeFunction('serialRigAsk', (question: Question) => rig.#answer(question));
    await page.addInitScript(installInPage);
    return rig;
  }

  /** A board is plugged in, and what the visitor will choose. */
  async plug(end: CableEnd, info: PortInfo = s2Info): Promise<void> {
    const port = this.#nextPort++;
    this.#plugged.set(port, { end, info, refusal: null, writeRefusal: null });
    this.#choice = port;
    end.plugged?.(port);
    await this.#tell('plugged', port);
  }

  /** The cable is pulled, or the board takes its port with it. */
  async unplug(port: number): Promise<void> {
    this.#plugged.delete(port);
    if (this.#choice === port) this.#choice = null;
    await this.#tell('unplugged', port);
  }

  /** What the visitor chooses next; null: closes the list. */
  choose(port: number | null): void {
    this.#choice = port;
  }

  /** Opening fails from now on; null: it works again. */
  refuseOpening(port: number, refusal: Refusal | null): void {
    const plugged = this.#plugged.get(port);
    if (plugged) plugged.refusal = refusal;
  }

  refuseWriting(port: number, refusal: Refusal | null): void {
    const plugged = this.#plugged.get(port);
    if (plugged) plugged.writeRefusal = refusal;
  }

  /** Reading ends with an error, while the port stays open. */
  async breakReading(port: number, refusal: Refusal): Promise<void> {
    await this.#tell('broken', port, () => refusal);
  }

  /** Somebody else reads from the port as soon as it is open; again false: they let go. */
  async lockReading(isLocked: boolean): Promise<void> {
    await this.#tell('locked', 0, () => isLocked);
  }

  /** What waits for its turn goes as one message, as a cable does not wait for the page between two lines. */
  send(port: number, bytes: Uint8Array): void {
    if (this.#unsent?.port === port) {
      this.#unsent.pieces.push(bytes);
      return;
    }
    const unsent = { port, pieces: [bytes] };
    void this.#tell('data', port, () => {
      if (this.#unsent === unsent) this.#unsent = null;
      return Buffer.concat(unsent.pieces).toString('base64');
    });
    this.#unsent = unsent;
  }

  /** @param describe gives the details when their turn has come */
  async #tell(what: string, port: number, describe: () => unknown = () => null): Promise<void> {
    this.#unsent = null;
    const info = this.#plugged.get(port)?.info ?? {};
    const told = this.#said.then(() =>
      this.#page.evaluate(
        (message) => dispatchEvent(new CustomEvent('serial-rig', { detail: message })),
        { what, port, info, detail: describe() },
      ),
    );
    // Between two pages there is nobody to tell.
    this.#said = told.catch(() => {});
    await this.#said;
  }

  #answer(question: Question): unknown {
    switch (question.ask) {
      case 'ports':
        return [...this.#plugged].map(([port, { info }]) => ({ port, info }));
      case 'choice': {
        this.requests++;
        const info = this.#choice === null ? undefined : this.#plugged.get(this.#choice)?.info;
        return info === undefined ? null : { port: this.#choice, info };
      }
    }
    const plugged = this.#plugged.get(question.port);
    if (!plugged) return { name: 'NetworkError', message: 'The device has been lost.' };
    switch (question.ask) {
      case 'open':
        if (plugged.refusal === null) plugged.end.opened?.(question.options);
        return plugged.refusal;
      case 'close':
        plugged.end.closed?.();
        return null;
      case 'write':
        if (plugged.writeRefusal === null) {
          plugged.end.received?.(new Uint8Array(Buffer.from(question.base64, 'base64')));
        }
        return plugged.writeRefusal;
      case 'signals':
        plugged.end.signalled?.(question.signals);
        return null;
    }
  }
}

/** Runs in the page, and knows nothing of this file. */
function installInPage(): void {
  const ask: (question: object) => Promise<unknown> = (question) =>
    Reflect.get(globalThis, 'serialRigAsk')(question);
  let isReadingLocked = false;

  async function demand(question: object): Promise<void> {
    const refusal = await ask(question);
    if (refusal !== null && typeof refusal === 'object') {
      const { name, message } = refusal as { name: string; message: string };
      throw new DOMException(message, name);
    }
  }
  const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

  class Port extends EventTarget {
    readable: ReadableStream<Uint8Array> | null = null;
    writable: WritableStream<Uint8Array> | null = null;
    reading: ReadableStreamDefaultController<Uint8Array> | null = null;
    lock: ReadableStreamDefaultReader<Uint8Array> | null = null;
    readonly port: number;
    readonly info: object;
    isOpening = false;

    constructor(port: number, info: object) {
      super();
      this.port = port;
      this.info = info;
    }

    getInfo() {
      return this.info;
    }

    async open(options: object) {
      if (this.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
      if (this.isOpening) {
        throw new DOMException('A call to open() is already in progress.', 'InvalidStateError');
      }
      this.isOpening = true;
      try {
        await demand({ ask: 'open', port: this.port, options: { ...options } });
      } finally {
        this.isOpening = false;
      }
      const readable = this.renew();
      if (isReadingLocked) this.lock = readable.getReader();
      this.writable = new WritableStream<Uint8Array>({
        write: async (bytes) => {
          // In pieces: a call takes only so many arguments.
          for (let at = 0; at < bytes.length; at += 8192) {
            const base64 = toBase64(bytes.subarray(at, at + 8192));
            await demand({ ask: 'write', port: this.port, base64 });
          }
        },
      });
    }

    renew() {
      const readable = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.reading = controller;
        },
      });
      this.readable = readable;
      return readable;
    }

    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError('a stream is locked');
      this.readable = null;
      this.writable = null;
      this.reading = null;
      await ask({ ask: 'close', port: this.port });
    }

    async setSignals(signals: object) {
      await demand({ ask: 'signals', port: this.port, signals: { ...signals } });
    }
  }

  const known = new Map<number, Port>();
  const portOf = (port: number, info: object): Port => {
    const found = known.get(port) ?? new Port(port, info);
    known.set(port, found);
    return found;
  };

  class Serial extends EventTarget {
    async requestPort() {
      const chosen = await ask({ ask: 'choice' });
      if (chosen === null) {
        throw new DOMException('No port selected by the user.', 'NotFoundError');
      }
      const { port, info } = chosen as { port: number; info: object };
      return portOf(port, info);
    }

    async getPorts() {
      const ports = (await ask({ ask: 'ports' })) as { port: number; info: object }[];
      return ports.map(({ port, info }) => portOf(port, info));
    }
  }
  const serial = new Serial();
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });

  const tell = (type: string, port: Port) => {
    const event = new Event(type);
    // As if it had bubbled up from the port.
    Object.defineProperty(event, 'target', { value: port });
    serial.dispatchEvent(event);
  };
  addEventListener('serial-rig', (event) => {
    const { what, port: number, info, detail } = (event as CustomEvent).detail;
    if (what === 'locked') {
      isReadingLocked = detail;
      if (!isReadingLocked) for (const port of known.values()) port.lock?.releaseLock();
      return;
    }
    const port = portOf(number, info);
    switch (what) {
      case 'plugged':
        tell('connect', port);
        break;
      case 'unplugged':
        known.delete(number);
        port.reading?.error(new DOMException('The device has been lost.', 'NetworkError'));
        port.reading = null;
        port.readable = null;
        port.writable = null;
        tell('disconnect', port);
        break;
      case 'broken':
        port.reading?.error(new DOMException(detail.message, detail.name));
        // What a board says until it is opened again reaches nobody.
        port.reading = null;
        break;
      case 'data':
        port.reading?.enqueue(fromBase64(detail));
        break;
    }
  });
}
