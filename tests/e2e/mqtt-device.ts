/**
 * Sends over MQTT, once, what a test wants sent now; see board.ts. It uses a bare socket, so that it can do what no
 * client library does: stand still without closing anything, or vanish between two bytes.
 */
import type { Socket } from 'bun';
import { AnswerParser } from '../../scripts/bench/lib/mqtt-answers.ts';
import {
  disconnect,
  encodeConnect,
  encodePublish,
  pingreq,
} from '../../scripts/bench/lib/mqtt-packets.ts';
import type { Board, Report } from './board.ts';

export interface MqttDeviceOptions {
  /** Default: this machine. */
  readonly host?: string;
  readonly port: number;
  /** Default 10, as boards use. */
  readonly keepAliveSeconds?: number;
}

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}

export class MqttDevice {
  readonly board: Board;
  readonly #host: string;
  readonly #port: number;
  readonly #keepAliveSeconds: number;
  #socket: Socket | null = null;
  #parser = new AnswerParser();
  #connecting: Waiting | null = null;
  /** PUBACKs come in the order of the messages (MQTT-4.6.0-2). */
  #unacknowledged: Waiting[] = [];
  #packetId = 0;
  #stopPings: () => void = () => {};
  #isFrozen = false;

  constructor(
    board: Board,
    { host = '127.0.0.1', port, keepAliveSeconds = 10 }: MqttDeviceOptions,
  ) {
    this.board = board;
    this.#host = host;
    this.#port = port;
    this.#keepAliveSeconds = keepAliveSeconds;
  }

  get isConnected(): boolean {
    return this.#socket !== null && this.#connecting === null;
  }

  /** The device stands still and sends nothing. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** @throws Error when the server is not there or refuses */
  async connects(): Promise<void> {
    this.#end();
    this.#parser = new AnswerParser();
    this.#isFrozen = false;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#connecting = { resolve, reject };
    // The device may vanish before anybody waits for it.
    promise.catch(() => {});
    try {
      this.#socket = await Bun.connect({
        hostname: this.#host,
        port: this.#port,
        socket: {
          binaryType: 'uint8array',
          data: (socket, chunk) => this.#receive(socket, chunk),
          close: (socket) => this.#closed(socket),
          error: () => {},
        },
      });
      this.#socket.write(
        encodeConnect({
          clientId: this.board.id,
          keepAliveSeconds: this.#keepAliveSeconds,
          username: this.board.id,
          password: this.board.token,
        }),
      );
    } catch (error) {
      this.#connecting = null;
      throw error;
    }
    await promise;
    this.#keepPinging();
  }

  /** Settles with the acknowledgement. */
  async beats(): Promise<void> {
    await this.#publish('heartbeat', this.board.heartbeat());
  }

  async losesMains(): Promise<Report> {
    return this.tells(this.board.losesMains());
  }

  async regainsMains(): Promise<Report> {
    return this.tells(this.board.regainsMains());
  }

  /** Settles with the acknowledgement. @throws Error when the connection is lost before */
  async tells(report: Report): Promise<Report> {
    await this.#publish('events', this.board.say(report));
    return report;
  }

  /** Stands still: neither reads nor writes, and closes nothing. */
  freezes(): void {
    this.#stopPings();
    this.#socket?.pause();
    this.#isFrozen = true;
  }

  /** Its connection ends without a DISCONNECT, as when a router restarts. */
  vanishes(): void {
    this.#end();
  }

  /** Says goodbye. */
  leaves(): void {
    this.#socket?.write(disconnect);
    this.#end();
  }

  #keepPinging(): void {
    this.#stopPings = this.board.time.setTimer(this.#keepAliveSeconds * 500, () => {
      this.#socket?.write(pingreq);
      this.#keepPinging();
    });
  }

  #publish(topic: 'heartbeat' | 'events', message: object): Promise<void> {
    const socket = this.#socket;
    if (socket === null || !this.isConnected) {
      return Promise.reject(new Error(`${this.board.id} is not connected`));
    }
    const payload = new TextEncoder().encode(JSON.stringify(message));
    const { bytes, packetIdOffset } = encodePublish(
      `faiwatch/v1/${this.board.id}/${topic}`,
      payload,
    );
    this.#packetId = (this.#packetId % 0xffff) + 1;
    new DataView(bytes.buffer, bytes.byteOffset).setUint16(packetIdOffset, this.#packetId);
    return new Promise((resolve, reject) => {
      this.#unacknowledged.push({ resolve, reject });
      // A few hundred bytes, one message after the other: the kernel always has room for them.
      if (socket.write(bytes) < bytes.length) socket.terminate();
    });
  }

  #receive(socket: Socket, chunk: Uint8Array): void {
    if (socket !== this.#socket) return;
    const answers = { pubacks: 0, connack: -1 };
    this.#parser.parse(chunk, answers);
    if (answers.connack === 0) {
      this.#connecting?.resolve();
      this.#connecting = null;
    } else if (answers.connack > 0) {
      this.#connecting?.reject(new Error(`${this.board.id} was refused: ${answers.connack}`));
      this.#connecting = null;
    }
    for (const { resolve } of this.#unacknowledged.splice(0, answers.pubacks)) resolve();
  }

  #closed(socket: Socket): void {
    if (socket === this.#socket) this.#end();
  }

  #end(): void {
    this.#stopPings();
    const socket = this.#socket;
    this.#socket = null;
    socket?.end();
    const lost = new Error(`${this.board.id} lost its connection`);
    this.#connecting?.reject(lost);
    this.#connecting = null;
    for (const { reject } of this.#unacknowledged.splice(0)) reject(lost);
  }
}
