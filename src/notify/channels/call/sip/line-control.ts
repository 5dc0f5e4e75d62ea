/**
 * The control of one baresip. Its module ctrl_tcp obeys whoever connects on this machine, so it is given another: with
 * its module mqtt it comes to us, proves with a password of its own that it is the one that was started, takes
 * commands and tells of events.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import type { SetTimer } from '../../../../domain/instant.ts';

export interface LineEvent {
  /** As baresip calls it, such as `CALL_ESTABLISHED`. */
  readonly type: string;
  /** The far end's own words, or the key that was pressed. */
  readonly param: string;
}

interface LineControlOptions {
  readonly password: string;
  readonly setTimer: SetTimer;
  /** It can be spoken to from now on. */
  readonly onReady: () => void;
  readonly onEvent: (event: LineEvent) => void;
}

const host = '127.0.0.1';
/** An event has a few hundred bytes. */
const maxPacketBytes = 64 * 1024;
/** Connections that have not proved to be the line. Its own says so at once: of more than these, the oldest ends. */
const mostStrangers = 8;
const proofMs = 2_000;
/** baresip listens to all topics below this one. */
const commandTopic = '/call/command/line';

export class LineControl {
  readonly #options: LineControlOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Those that have not proved to be ours, the oldest first, with what calls their end off. */
  readonly #strangers = new Map<Socket, () => void>();
  /** The one that proved to be ours. */
  #line: Socket | null = null;

  constructor(options: LineControlOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#take(socket));
  }

  /** @returns the port at which baresip finds us */
  async open(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, host, resolve);
    });
    const at = this.#server.address();
    return typeof at === 'object' && at !== null ? at.port : 0;
  }

  command(command: string, params: string): void {
    const payload = JSON.stringify({ command, params });
    const atMostOnce = { qos: 0, dup: false, retain: false } as const;
    this.#line?.write(
      mqttPacket.generate({ cmd: 'publish', topic: commandTopic, payload, ...atMostOnce }),
    );
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    this.#bound(socket);
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    const leave = () => socket.destroy();
    parser.on('packet', (packet: Packet) => {
      if (!socket.destroyed && !this.#answer(socket, packet)) leave();
    });
    parser.on('error', leave);
    socket.on('error', leave);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#letBe(socket);
      if (this.#line === socket) this.#line = null;
    });
    socket.on('data', (bytes: Buffer) => {
      const waiting = parser.parse(bytes);
      if (waiting > maxPacketBytes) leave();
    });
  }

  #bound(socket: Socket): void {
    const [oldest] = this.#strangers.keys();
    if (oldest !== undefined && this.#strangers.size >= mostStrangers) {
      this.#letBe(oldest);
      oldest.destroy();
    }
    this.#strangers.set(
      socket,
      this.#options.setTimer(proofMs, () => socket.destroy()),
    );
  }

  #letBe(socket: Socket): void {
    this.#strangers.get(socket)?.();
    this.#strangers.delete(socket);
  }

  /** @returns whether the connection may stay */
  #answer(socket: Socket, packet: Packet): boolean {
    const { generate } = mqttPacket;
    if (packet.cmd === 'connect') {
      const isOurs = this.#line === null && isSame(packet.password, this.#options.password);
      const returnCode = isOurs ? 0 : 4;
      socket.write(generate({ cmd: 'connack', returnCode, sessionPresent: false }));
      if (isOurs) {
        this.#letBe(socket);
        this.#line = socket;
      }
      return isOurs;
    }
    if (socket !== this.#line) return false;
    if (packet.cmd === 'subscribe') {
      const { subscriptions, messageId = 0 } = packet;
      socket.write(generate({ cmd: 'suback', messageId, granted: subscriptions.map(() => 0) }));
      this.#options.onReady();
    }
    if (packet.cmd === 'pingreq') socket.write(generate({ cmd: 'pingresp' }));
    if (packet.cmd === 'publish') {
      const event = readEvent(packet.payload.toString());
      if (event !== null) this.#options.onEvent(event);
    }
    return true;
  }
}

function isSame(given: Buffer | undefined, password: string): boolean {
  const wanted = Buffer.from(password);
  return given?.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Null: it answers a command, which needs no answer, or is about a call that somebody makes to us. */
function readEvent(text: string): LineEvent | null {
  try {
    const { type, param, direction }: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (typeof type !== 'string' || direction === 'incoming') return null;
    return { type, param: typeof param === 'string' ? param : '' };
  } catch {
    return null;
  }
}
