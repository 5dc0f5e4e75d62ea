/** The live stream over a socket of its own: `fetch` opens no more than 256 at once. */
import type { Socket } from 'bun';
import { StreamReader } from './stream-reader.ts';

export interface StreamSocket {
  readonly status: number;
  readonly reader: StreamReader;
  /** Settles when the connection is closed, by whichever side. */
  readonly closed: Promise<void>;
  close(): void;
}

const requestOf = (token: string) =>
  ['GET /api/stream HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`, '\r\n'].join(
    '\r\n',
  );

/** Opens a stream; settles with the head of the answer. */
export async function openStreamSocket(port: number, token: string): Promise<StreamSocket> {
  const head = Promise.withResolvers<number>();
  const closed = Promise.withResolvers<void>();
  let body: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const end = () => {
    body?.close();
    body = null;
  };
  const chunks = new ChunkedBody(
    (status) => head.resolve(status),
    (bytes) => body?.enqueue(bytes),
    end,
  );
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (opened) => void opened.write(requestOf(token)),
      data: (_, bytes) => chunks.take(bytes),
      close: () => {
        head.reject(new Error('the connection was closed before an answer came'));
        end();
        closed.resolve();
      },
    },
  });
  const status = await head.promise;
  const reader = new StreamReader(stream);
  return { status, reader, closed: closed.promise, close: () => socket.end() };
}

/** Asks for a stream, and then takes nothing of it. */
export async function openFrozenSocket(port: number, token: string): Promise<Socket> {
  return Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (opened) => {
        opened.write(requestOf(token));
        opened.pause();
      },
      data: () => {},
    },
  });
}

/** An answer in chunks (RFC 9112, section 7.1), as it comes in. */
class ChunkedBody {
  readonly #onHead: (status: number) => void;
  readonly #onBytes: (bytes: Uint8Array) => void;
  readonly #onEnd: () => void;
  #rest = Buffer.alloc(0);
  #isInBody = false;

  constructor(
    onHead: (status: number) => void,
    onBytes: (bytes: Uint8Array) => void,
    onEnd: () => void,
  ) {
    this.#onHead = onHead;
    this.#onBytes = onBytes;
    this.#onEnd = onEnd;
  }

  take(bytes: Uint8Array): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isInBody && !this.#takeHead()) return;
    while (this.#takeChunk());
  }

  #takeHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const status = Number(this.#rest.subarray(9, 12).toString());
    this.#rest = this.#rest.subarray(end + 4);
    this.#isInBody = true;
    this.#onHead(status);
    return true;
  }

  #takeChunk(): boolean {
    const lineEnd = this.#rest.indexOf('\r\n');
    if (lineEnd < 0) return false;
    const size = Number.parseInt(this.#rest.subarray(0, lineEnd).toString(), 16);
    const start = lineEnd + 2;
    if (this.#rest.length < start + size + 2) return false;
    const chunk = this.#rest.subarray(start, start + size);
    this.#rest = this.#rest.subarray(start + size + 2);
    if (size === 0) this.#onEnd();
    else this.#onBytes(new Uint8Array(chunk));
    return size > 0;
  }
}
