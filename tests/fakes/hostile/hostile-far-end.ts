/**
 * A far end that means harm: it answers every HTTP request in the way that costs the caller most. It speaks the
 * bytes itself, because no server would send most of these.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** What a bomb unpacks to. */
const unpackedBytes = 128 * 1024 * 1024;

const nothing = Buffer.alloc(unpackedBytes);
const line = `X-A: ${'y'.repeat(1000)}\r\n`;
const piece = 'x'.repeat(65_536);
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Each ends by itself, or is sent until the other side goes away. */
type Attack =
  | { readonly kind: 'whole'; readonly bytes: () => Buffer }
  | { readonly kind: 'flood'; readonly first: string; readonly again: string }
  /** A byte every few milliseconds. */
  | { readonly kind: 'drip'; readonly first: string };

function bomb(encoding: string, pack: (bytes: Buffer) => Uint8Array): Attack {
  let packed: Uint8Array | null = null;
  return {
    kind: 'whole',
    bytes() {
      packed ??= pack(nothing);
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${packed.length}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), packed]);
    },
  };
}

const whole = (head: string, body = ''): Attack => ({
  kind: 'whole',
  bytes: () => Buffer.from(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
});

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

export const attacks = {
  'a bomb of Brotli': bomb('br', (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ),
  'a bomb of gzip': bomb('gzip', (bytes) => gzipSync(bytes, { level: 1 })),
  'a bomb of deflate': bomb('deflate', (bytes) => deflateSync(bytes, { level: 1 })),
  'a bomb of zstd': bomb('zstd', (bytes) => zstdCompressSync(bytes)),
  'a body without an end': { kind: 'flood', first: 'HTTP/1.1 200 OK\r\n\r\n', again: piece },
  'an error without an end': {
    kind: 'flood',
    first: 'HTTP/1.1 500 Oh\r\nContent-Length: 99999999999\r\n\r\n',
    again: piece,
  },
  'chunks without an end': { kind: 'flood', first: chunked, again: `10000\r\n${piece}\r\n` },
  'an extension of a chunk without an end': { kind: 'flood', first: `${chunked}1;`, again: piece },
  'trailers without an end': {
    kind: 'flood',
    first: `${chunked}1\r\na\r\n0\r\n`,
    again: line.repeat(50),
  },
  'headers without an end': {
    kind: 'flood',
    first: 'HTTP/1.1 200 OK\r\n',
    again: line.repeat(50),
  },
  'a header without an end': { kind: 'flood', first: 'HTTP/1.1 200 OK\r\nX: ', again: piece },
  'early answers without an end': {
    kind: 'flood',
    first: '',
    again: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000),
  },
  'headers byte by byte': { kind: 'drip', first: 'HTTP/1.1 200 OK\r\n' },
  'a body byte by byte': { kind: 'drip', first: 'HTTP/1.1 200 OK\r\n\r\n' },
  'an error byte by byte': { kind: 'drip', first: 'HTTP/1.1 400 No\r\n\r\n' },
  'nothing at all': { kind: 'drip', first: '' },
  'JSON of great depth': whole('200 OK\r\nContent-Type: application/json', deep(30_000)),
  'JSON of another kind': whole('200 OK', 'null'),
  'JSON of other shapes': whole(
    '200 OK',
    `{"ok":true,"result":null,"calls":[null],"status":${deep(6_000)},"friendly_name":{},"keys":[null],"newNonce":1}`,
  ),
  'what is no text': whole('200 OK', '\xff\0\xfe<?xml \x1f\x8b'),
  'less than it said': {
    kind: 'whole',
    bytes: () =>
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 99\r\n\r\n{"a":'),
  },
  'a status that is none': whole('999 What'),
  'a redirect to a file': whole('302 Found\r\nLocation: file:///etc/passwd'),
  'a redirect to itself': whole('302 Found\r\nLocation: /'),
  'no HTTP': whole('\0\0\0\0'),
} as const satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];

export class HostileFarEnd {
  /** How requests are answered from now on. */
  attack: AttackName = 'a bomb of Brotli';
  /** What this side was rid of since `reset`, with what the system keeps in its buffers. */
  sentBytes = 0;
  requests = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #scheme: string;

  /** @param tls for whoever calls nothing else */
  constructor(tls?: { readonly cert: string; readonly key: string }) {
    const take = (socket: Socket) => this.#take(socket);
    this.#server = tls === undefined ? createServer(take) : createTls(tls, take);
    this.#scheme = tls === undefined ? 'http' : 'https';
  }

  listen(): Promise<void> {
    // A bomb takes a second to make.
    for (const attack of Object.values<Attack>(attacks)) {
      if (attack.kind === 'whole') attack.bytes();
    }
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** Without a slash at the end. */
  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  reset(attack: AttackName): void {
    this.attack = attack;
    this.sentBytes = 0;
    this.requests = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#open.delete(socket));
    socket.once('data', () => {
      this.requests += 1;
      this.#answer(socket, attacks[this.attack]);
    });
  }

  #answer(socket: Socket, attack: Attack): void {
    const send = (what: string | Buffer) => {
      this.sentBytes += what.length;
      return socket.write(what);
    };
    if (attack.kind !== 'whole') {
      attackOn(socket, attack, send);
      return;
    }
    send(attack.bytes());
    // What is read is whole; some callers keep the connection.
    socket.once('data', () => {
      this.requests += 1;
      this.#answer(socket, attacks[this.attack]);
    });
  }
}

type Endless = Exclude<Attack, { readonly kind: 'whole' }>;

function attackOn(socket: Socket, attack: Endless, send: (what: string | Buffer) => boolean): void {
  if (attack.first !== '') send(attack.first);
  if (attack.kind === 'drip') {
    const timer = setInterval(() => attack.first !== '' && send('x'), 20);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const flood = () => {
    // Some pieces a turn, so that the caller, in the same process, has its own turns.
    for (let pieces = 0; pieces < 4; pieces += 1) {
      if (socket.destroyed) return;
      if (!send(attack.again)) {
        socket.once('drain', flood);
        return;
      }
    }
    setImmediate(flood);
  };
  flood();
}

/** The same for what is no HTTP. @param isFirst whether it speaks before it was spoken to */
export async function startHostileStream(attack: Endless, isFirst: boolean) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    const begin = () =>
      attackOn(socket, attack, (what) =>
        typeof what === 'string' ? socket.write(what, 'latin1') : socket.write(what),
      );
    if (isFirst) begin();
    else socket.once('data', begin);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    openConnections: () => open.size,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
