import { Readable } from 'node:stream';
import { type OpenAnswer, type OpenRequest, openCall } from './open-call.ts';
import { OutboundError } from './outbound-error.ts';
import { deadline } from './resolve-checked.ts';

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
