import { type Clock, findAgain, within } from '../../../lib/serial/find-again.ts';
import {
  type BoardPort,
  boardLine,
  explainTransfer,
  isPassing,
  type PortInfo,
  type PortSignals,
  type SerialPorts,
} from '../../../lib/serial/web-serial.ts';

/** A port that takes nothing for this long is stuck. */
const sendTimeoutMs = 3_000;
/** After a restart a board with USB of its own is back within three seconds or so. */
const returnTimeoutMs = 10_000;
/** How long whoever connects waits for another opening that does not end, in ms. */
const openTimeoutMs = 3_000;

/** `lost`: the board disappeared, and the page waits for it. */
export type LinkState = 'closed' | 'connecting' | 'open' | 'lost';

/** `blocked`: something else reads from the port already. */
type ReadTrouble = 'blocked' | 'broken';

interface LinkListener {
  onState(state: LinkState): void;
  onBytes(bytes: Uint8Array): void;
  /** Reading has begun, for the first time or anew. */
  onReading(): void;
  /** Reading has ended, and the port is still open. */
  onReadTrouble(trouble: ReadTrouble, error?: unknown): void;
  /** The board disappeared and did not come back. */
  onGone(): void;
}

export class SendError extends Error {
  override readonly name = 'SendError';
  readonly reason: 'not_connected' | 'failed';

  constructor(reason: SendError['reason'], cause?: unknown) {
    super(cause instanceof Error ? cause.message : reason, { cause });
    this.reason = reason;
  }
}

interface LinkOptions {
  readonly serial: SerialPorts;
  readonly clock: Clock;
  readonly listener: LinkListener;
}

/** One port, from its choice until it is closed, over restarts of the board in between. */
export class SerialLink {
  #state: LinkState = 'closed';
  #port: BoardPort | null = null;
  /** Chosen once; `reconnect` needs no second choice. */
  #chosen: BoardPort | null = null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #reading: Promise<void> | null = null;
  /** Settles once whoever was opening a port last is done; a port that nobody wants any more is closed by then. */
  #opening: Promise<unknown> = Promise.resolve();
  /** Which connection is wanted: one that was begun earlier gives way to a later one, and to closing. */
  #wanted = 0;
  #sending: Promise<unknown> = Promise.resolve();
  readonly #serial: SerialPorts;
  readonly #clock: Clock;
  readonly #listener: LinkListener;

  constructor({ serial, clock, listener }: LinkOptions) {
    this.#serial = serial;
    this.#clock = clock;
    this.#listener = listener;
  }

  get state(): LinkState {
    return this.#state;
  }

  get hasChosen(): boolean {
    return this.#chosen !== null;
  }

  /** Belongs to the open port. */
  get info(): PortInfo {
    return this.#port?.getInfo() ?? {};
  }

  /** Begins to notice when the board is unplugged. */
  start(): void {
    this.#serial.addEventListener('disconnect', this.#onDisconnect);
  }

  async stop(): Promise<void> {
    this.#serial.removeEventListener('disconnect', this.#onDisconnect);
    await this.close();
  }

  /**
   * Asks for a port, opens it, and reads from it. Throws what the browser throws.
   * @returns false when this connection is no longer wanted
   */
  connect(): Promise<boolean> {
    return this.#connectTo(() => this.#serial.requestPort());
  }

  /** Closes the port and opens it again, as `connect` does. */
  reconnect(): Promise<boolean> {
    const port = this.#chosen;
    return port === null ? this.connect() : this.#connectTo(() => Promise.resolve(port));
  }

  /**
   * Chooses the port that was chosen on an earlier page.
   * @returns false when there is none, or more than one
   */
  async chooseKnown(): Promise<boolean> {
    const [port, ...others] = await this.#serial.getPorts();
    if (port === undefined || others.length > 0) return false;
    this.#chosen = port;
    return true;
  }

  #connectTo(choose: () => Promise<BoardPort>): Promise<boolean> {
    const closed = this.close();
    const opened = this.#open(choose, closed, this.#opening, this.#wanted);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  async #open(
    choose: () => Promise<BoardPort>,
    closed: Promise<void>,
    othersOpening: Promise<unknown>,
    turn: number,
  ): Promise<boolean> {
    const isWanted = () => this.#wanted === turn;
    try {
      await closed;
      if (!isWanted()) return false;
      this.#setState('connecting');
      const port = await choose();
      if (!isWanted()) return false;
      this.#chosen = port;
      // Others may be opening this very port, and a second `open` would fail.
      await within(this.#clock, openTimeoutMs, othersOpening, undefined);
      if (!isWanted()) return false;
      await port.open(boardLine);
      if (isWanted()) {
        this.#use(port);
        return true;
      }
      await port.close().catch(() => {});
      return false;
    } catch (error) {
      if (!isWanted()) return false;
      this.#setState('closed');
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#wanted += 1;
    const port = this.#port;
    this.#port = null;
    this.#setState('closed');
    await this.#endReading();
    // A lost port is closed already and reports that.
    await port?.close().catch(() => {});
  }

  /** Ends reading where it hangs, and begins anew. */
  async restartReading(): Promise<void> {
    const port = this.#port;
    if (port === null) throw new SendError('not_connected');
    await this.#endReading();
    if (this.#port === port) this.#read(port);
  }

  /** Sends a text in its turn, and waits until the port has taken it. @throws SendError */
  send(text: string): Promise<void> {
    const sent = this.#sending.then(() => this.#sendNow(text));
    this.#sending = sent.catch(() => {});
    return sent;
  }

  async #sendNow(text: string): Promise<void> {
    const stream = this.#port?.writable;
    if (!stream) throw new SendError('not_connected');
    const writer = stream.getWriter();
    try {
      const bytes = new TextEncoder().encode(text);
      const written = writer.write(bytes).then(() => 'sent' as const);
      if ((await within(this.#clock, sendTimeoutMs, written, 'late')) === 'late') {
        // The line would be sent later, at a bad moment.
        void writer.abort().catch(() => {});
        throw new SendError('failed', new Error('the port takes nothing'));
      }
    } catch (error) {
      if (error instanceof SendError) throw error;
      throw new SendError('failed', error);
    } finally {
      writer.releaseLock();
    }
  }

  /** The port, for code that sets DTR and RTS. @throws SendError */
  async setSignals(signals: PortSignals): Promise<void> {
    if (this.#port === null) throw new SendError('not_connected');
    await this.#port.setSignals(signals);
  }

  #use(port: BoardPort): void {
    this.#port = port;
    this.#chosen = port;
    this.#setState('open');
    this.#read(port);
  }

  #read(port: BoardPort): void {
    if (!port.readable || port.readable.locked) {
      this.#listener.onReadTrouble('blocked');
      return;
    }
    this.#listener.onReading();
    this.#reading = this.#readOn(port);
  }

  async #readOn(port: BoardPort): Promise<void> {
    while (port.readable && !port.readable.locked) {
      const reader = port.readable.getReader();
      this.#reader = reader;
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          this.#listener.onBytes(value);
        }
      } catch (error) {
        if (isPassing(error)) continue;
        if (explainTransfer(error) === 'lost') this.#lose(port);
        else if (this.#port === port) this.#listener.onReadTrouble('broken', error);
        return;
      } finally {
        reader.releaseLock();
        if (this.#reader === reader) this.#reader = null;
      }
    }
  }

  async #endReading(): Promise<void> {
    await this.#reader?.cancel().catch(() => {});
    await this.#reading;
    this.#reading = null;
  }

  readonly #onDisconnect = (event: Event): void => {
    if (this.#port !== null && Object.is(event.target, this.#port)) this.#lose(this.#port);
  };

  /** Called twice for one loss: by the end of reading, and by the browser's event. */
  #lose(port: BoardPort): void {
    if (this.#port !== port) return;
    this.#port = null;
    this.#setState('lost');
    this.#opening = this.#findAgain(port).catch(() => {});
  }

  async #findAgain(lost: BoardPort): Promise<void> {
    const turn = this.#wanted;
    const isOver = () => this.#wanted !== turn;
    await this.#endReading();
    await lost.close().catch(() => {});
    const found = await findAgain({
      serial: this.#serial,
      clock: this.#clock,
      before: lost,
      withinMs: returnTimeoutMs,
      open: (port) => port.open(boardLine),
      isOver,
    });
    if (isOver()) {
      // Closed meanwhile.
      await found?.close().catch(() => {});
    } else if (found === null) {
      this.#setState('closed');
      this.#listener.onGone();
    } else {
      this.#use(found);
    }
  }

  #setState(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.onState(state);
  }
}
