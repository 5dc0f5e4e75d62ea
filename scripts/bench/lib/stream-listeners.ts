/** Many listeners to a stream of server-sent events, each on a socket of its own. */
import type { Socket } from 'bun';

/** The event of a loss of power, in the words of the console and of the portal alike. */
const marker = /"event_type":"(POWER_)?DOWN"/;
const markerLength = 32;

/** When something came, in ms of `performance.now()`. */
export class StreamListeners {
  readonly #sockets: Socket[] = [];
  readonly #pending = new Map<number, (at: number) => void>();
  /** Connections that ended before they were closed here. */
  lost = 0;
  #isClosing = false;

  /**
   * Opens them one after the other, so that they are numbered alike on both sides.
   * @param requests whole heads of requests, without the empty line
   */
  static async open(port: number, requests: readonly string[]): Promise<StreamListeners> {
    const listeners = new StreamListeners();
    for (const [index, request] of requests.entries()) {
      await listeners.#add(port, index, request);
    }
    return listeners;
  }

  /** Settles when this listener hears of the next loss of power; must be called before it happens. */
  next(index: number): Promise<number> {
    return new Promise((resolve) => this.#pending.set(index, resolve));
  }

  close(): void {
    this.#isClosing = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  async #add(port: number, index: number, request: string): Promise<void> {
    const greeted = Promise.withResolvers<void>();
    let rest = '';
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (opened) => void opened.write(`${request}\r\nHost: 127.0.0.1\r\n\r\n`),
        data: (_, bytes) => {
          const at = performance.now();
          const text = rest + bytes.toString('latin1');
          // A match that two pieces share is found with the second.
          rest = text.slice(-markerLength);
          if (text.includes('event: hello')) greeted.resolve();
          if (!marker.test(text)) return;
          rest = '';
          this.#pending.get(index)?.(at);
          this.#pending.delete(index);
        },
        close: () => {
          if (!this.#isClosing) this.lost += 1;
          greeted.reject(new Error(`listener ${index} was turned away`));
        },
      },
    });
    this.#sockets.push(socket);
    await greeted.promise;
  }
}
