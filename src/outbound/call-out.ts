import { Readable } from 'node:stream';
import { OutboundError } from './outbound-error.ts';

/** The bounds of one call to a far end. */
interface OutboundBounds {
  /** For the whole call, from the look-up of the name to the last byte, redirects included. */
  readonly timeoutMs: number;
  /** The most bytes that are read of the answer's body. */
  readonly maxBytes: number;
}

export const usualBounds: OutboundBounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

interface CallRequest extends Omit<OpenRequest, 'signal'>, Partial<OutboundBounds> {
  /** Ends the call before its time. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** 200 to 299. */
  readonly isOk: boolean;
  readonly statusText: string;
  readonly headers: Headers;
  /** Up to `maxBytes`; empty where it could not be read. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same as UTF-8. */
  readonly text: string;
  /** The body was longer. */
  readonly isCut: boolean;
  /** The reason that the body was not read: a sentence. The status counts all the same. Null: it was. */
  readonly unread: string | null;
}

/** Is given when the time for a call is over. */
export function deadline(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

/**
 * Calls an address that the operator chose, or that belongs to this program: see `guardedFetch` for one that
 * somebody else chose.
 * @throws OutboundError, whose `isUnsent` says whether a repetition can be a duplicate
 */
export async function callOut(
  address: string | URL,
  request: CallRequest = {},
): Promise<OutboundAnswer> {
  const { timeoutMs = usualBounds.timeoutMs, maxBytes = usualBounds.maxBytes, signal } = request;
  const end = deadline(timeoutMs);
  const both = signal === undefined ? end : AbortSignal.any([end, signal]);
  return readWhole(await openCall(address, { ...request, signal: both }), maxBytes);
}

/** @throws OutboundError `timeout`, `broken` */
export async function readWhole(answer: OpenAnswer, maxBytes: number): Promise<OutboundAnswer> {
  const { status, isOk, statusText, headers } = answer;
  const pieces: Uint8Array[] = [];
  let length = 0;
  let unread: string | null = null;
  try {
    for await (const piece of answer.pieces()) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason !== 'unreadable') throw error;
    unread = error.message;
  }
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const piece of pieces) {
    const fitting = piece.subarray(0, bytes.length - at);
    bytes.set(fitting, at);
    at += fitting.length;
  }
  const isCut = length > maxBytes;
  return {
    ...{ status, isOk, statusText, headers, bytes, isCut, unread },
    // A large answer that is not read as text would be in memory twice.
    get text() {
      return new TextDecoder().decode(bytes);
    },
  };
}

/** @throws OutboundError `unreadable` when the body could not be read, or was longer than it may be */
export function requireRead({ bytes, isCut, unread }: OutboundAnswer): void {
  if (unread !== null) throw new OutboundError('unreadable', unread);
  if (isCut) {
    throw new OutboundError('unreadable', `the answer is longer than ${bytes.length} bytes`);
  }
}

type Fetch = (address: string | URL, init?: LibraryRequest) => Promise<Response>;

/** The arguments that libraries give to `fetch`. */
interface LibraryRequest {
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * A `fetch` for a library that makes calls of its own: answers come read, whole and bounded, or not at all.
 * Redirects are not followed.
 */
export function fetchWithin(bounds: OutboundBounds): Fetch {
  return async (address, { method, headers, body, signal } = {}) => {
    const answer = await callOut(address, {
      ...bounds,
      ...(method !== undefined && { method }),
      headers: new Headers(headers as HeadersInit | undefined),
      body: body instanceof Readable ? streamOf(body) : ((body ?? null) as BodyInit | null),
      ...(signal && { signal }),
    });
    requireRead(answer);
    const { status, statusText, bytes } = answer;
    // The statuses that a response may be built with (Fetch standard, section 6.4).
    if (status < 200 || status > 599) {
      throw new OutboundError('unreadable', `the answer is not HTTP: status ${status}`);
    }
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : bytes, { status, statusText, headers: answer.headers });
  };
}

/** Libraries for Node send files as its streams. */
function streamOf(body: Readable): ReadableStream {
  return Readable.toWeb(body) as unknown as ReadableStream;
}

interface OpenRequest {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  /** Ends the call, whatever it is at. */
  readonly signal: AbortSignal;
  /** Redirects that are followed, of calls without a body; default 0: a redirect is an answer like any other. */
  readonly mostRedirects?: number;
  /** Whether the connection may serve the next call to the same address; default true. */
  readonly isKept?: boolean;
  readonly tls?: BunFetchRequestInit['tls'];
}

/** An answer whose body has not been read. */
interface OpenAnswer {
  readonly status: number;
  /** 200 to 299. */
  readonly isOk: boolean;
  readonly statusText: string;
  readonly headers: Headers;
  /**
   * The body as it comes. To stop reading ends the connection.
   * @throws OutboundError: `unreadable` when it is compressed, `timeout`, `broken`
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Ends the connection; nothing of the body is wanted. */
  drop(): Promise<void>;
}

/**
 * Makes a call to another machine. All HTTP that leaves this program goes through here
 * (`tests/outbound-calls.test.ts`), because a far end may answer anything: a few kilobytes that unpack to
 * gigabytes, a body or headers without an end, a byte a second. So nothing is asked for compressed, nothing is
 * unpacked, and the body is handed out piece by piece to a reader that counts. Bun ends headers beyond 256
 * lines or 128 KiB; what comes so slowly, or before the headers, ends with the signal.
 *
 * @param address http or https
 * @throws OutboundError without the address in its message, whose path may be a secret
 */
export async function openCall(address: string | URL, request: OpenRequest): Promise<OpenAnswer> {
  const { signal, mostRedirects = 0 } = request;
  let url = URL.parse(address);
  for (let hops = 0; ; hops += 1) {
    // Bun's fetch would also open files, buckets and data.
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new OutboundError('refused', 'the address must begin with https:// or http://');
    }
    const answer = await openOnce(url, request);
    const next = hops < mostRedirects ? leadsTo(answer, url) : null;
    if (next === null) return readable(answer, signal);
    await drop(answer);
    url = next;
  }
}

async function openOnce(url: URL, request: OpenRequest): Promise<Response> {
  const { method = 'GET', body = null, signal, isKept = true, tls } = request;
  const headers = new Headers(request.headers);
  headers.set('accept-encoding', 'identity');
  try {
    return await fetch(url, {
      method,
      headers,
      signal,
      keepalive: isKept,
      redirect: 'manual',
      decompress: false,
      ...(body !== null && { body }),
      ...(tls !== undefined && { tls }),
    });
  } catch (error) {
    throw describe(error, signal);
  }
}

function leadsTo({ status, headers }: Response, from: URL): URL | null {
  const location = headers.get('location');
  return [301, 302, 303, 307, 308].includes(status) && location !== null
    ? URL.parse(location, from)
    : null;
}

function readable(answer: Response, signal: AbortSignal): OpenAnswer {
  const { status, ok: isOk, statusText, headers, body } = answer;
  return {
    status,
    isOk,
    statusText,
    headers,
    async *pieces() {
      const packing = packingOf(headers);
      if (packing !== null) {
        await drop(answer);
        throw new OutboundError('unreadable', `the answer is compressed (${packing})`);
      }
      const reader = body?.getReader();
      if (reader === undefined) return;
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } catch (error) {
        throw describe(error, signal);
      } finally {
        await reader.cancel().catch(() => {});
      }
    },
    drop: () => drop(answer),
  };
}

async function drop({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {});
}

/** @returns the compression that nobody asked for, in words that are safe to show. Null: none */
function packingOf(headers: Headers): string | null {
  const said = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (said === '' || said === 'identity') return null;
  return /^[\w, -]{1,40}$/.test(said) ? said : 'unknown';
}

const nobodyThere = /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|E(NET|HOST)UNREACH)$/;
const nameUnknown = /^(ENOTFOUND|EAI_\w+|DNS\w*)$/i;
const certificateWrong = /CERT|SIGNATURE|ISSUER|^ERR_TLS|^UNABLE_TO|^SELF_SIGNED|^DEPTH_ZERO/;

/** Bun's messages have the whole address in them, whose path may be a secret. */
function describe(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) {
    // The one who ended the call for another reason says so.
    const { reason } = signal;
    return reason instanceof OutboundError
      ? reason
      : new OutboundError('timeout', 'no answer in time');
  }
  const code = String((error as { code?: unknown }).code ?? 'unknown');
  if (nobodyThere.test(code)) {
    return new OutboundError('unreachable', 'nobody takes the connection');
  }
  if (nameUnknown.test(code)) return new OutboundError('unknown-name', 'its name is not known');
  if (certificateWrong.test(code)) {
    return new OutboundError('certificate', `the certificate does not hold: ${code}`);
  }
  if (/TooLarge|Malformed/.test(code)) {
    return new OutboundError('unreadable', `the answer is not HTTP: ${code}`);
  }
  return new OutboundError('broken', `the connection broke: ${code}`);
}
