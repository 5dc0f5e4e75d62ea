/**
 * The control of one baresip. Its module ctrl_tcp obeys whoever connects on this machine, so it is given another: with
 * its module mqtt it comes to us, proves with a password of its own that it is the one that was started, takes
 * commands and tells of events. This is as much of MQTT 3.1.1 as that takes.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';

export interface LineEvent {
  /** As baresip calls it, such as `CALL_ESTABLISHED`. */
  readonly type: string;
  /** The far end's own words, or the key that was pressed. */
  readonly param: string;
}

interface LineControlOptions {
  readonly password: string;
  /** It can be spoken to from now on. */
  readonly onReady: () => void;
  readonly onEvent: (event: LineEvent) => void;
}

const host = '127.0.0.1';
/** An event has a few hundred bytes. */
const maxPacketBytes = 64 * 1024;
/** The kinds of packet (MQTT 3.1.1, table 2.1). */
const kinds = { connect: 1, publish: 3, subscribe: 8, ping: 12 } as const;
const taken = Buffer.from([0x20, 2, 0, 0]);
const refused = Buffer.from([0x20, 2, 0, 4]);
const pong = Buffer.from([0xd0, 0]);
/** baresip listens to all topics below this one. */
const commandTopic = '/call/command/line';

export class LineControl {
  readonly #options: LineControlOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
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
    const message = Buffer.from(JSON.stringify({ command, params }));
    this.#line?.write(packet(0x30, Buffer.concat([textField(commandTopic), message])));
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (this.#line === socket) this.#line = null;
    });
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const found = readPacket(rest);
        if (found === 'wrong') {
          socket.destroy();
          return;
        }
        if (found === null) return;
        rest = rest.subarray(found.size);
        if (!this.#answer(socket, found)) {
          socket.destroy();
          return;
        }
      }
    });
  }

  /** @returns whether the connection may stay */
  #answer(socket: Socket, { kind, body }: Packet): boolean {
    if (kind === kinds.connect) {
      const isOurs = this.#line === null && isSame(readPassword(body), this.#options.password);
      socket.write(isOurs ? taken : refused);
      if (isOurs) this.#line = socket;
      return isOurs;
    }
    if (socket !== this.#line) return false;
    if (kind === kinds.subscribe) {
      socket.write(packet(0x90, Buffer.concat([body.subarray(0, 2), Buffer.from([0])])));
      this.#options.onReady();
    }
    if (kind === kinds.ping) socket.write(pong);
    if (kind === kinds.publish) {
      const event = readEvent(body);
      if (event !== null) this.#options.onEvent(event);
    }
    return true;
  }
}

interface Packet {
  readonly kind: number;
  readonly body: Buffer;
  readonly size: number;
}

/** Null: it is not all there yet. */
function readPacket(bytes: Buffer): Packet | 'wrong' | null {
  let length = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    length |= (byte & 0x7f) << (7 * (at - 1));
    if (length > maxPacketBytes || at > 4) return 'wrong';
    if (byte >= 0x80) continue;
    const size = at + 1 + length;
    if (bytes.length < size) return null;
    return { kind: (bytes[0] ?? 0) >> 4, body: bytes.subarray(at + 1, size), size };
  }
  return null;
}

/** The last field of a CONNECT without a will: after its head of ten bytes come the client’s name, a user, and this. */
function readPassword(body: Buffer): Buffer {
  let field: Buffer = Buffer.alloc(0);
  for (let at = 10; at + 2 <= body.length; at += 2 + field.length) {
    const length = body.readUInt16BE(at);
    field = body.subarray(at + 2, at + 2 + length);
  }
  return field;
}

function isSame(given: Buffer, password: string): boolean {
  const wanted = Buffer.from(password);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Null: it answers a command, which needs no answer, or is about a call that somebody makes to us. */
function readEvent(body: Buffer): LineEvent | null {
  if (body.length < 2) return null;
  const text = body.subarray(2 + body.readUInt16BE(0)).toString();
  try {
    const { type, param, direction }: Readonly<Record<string, unknown>> = JSON.parse(text);
    if (typeof type !== 'string' || direction === 'incoming') return null;
    return { type, param: typeof param === 'string' ? param : '' };
  } catch {
    return null;
  }
}

function textField(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function packet(head: number, body: Buffer): Buffer {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push(rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest);
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}
