/** Bodies of requests: how long they say they are, how much is held of them at once, and how they are read and checked. */
import type { z } from 'zod';
import { AppError, type AppErrorDetails } from '../../domain/errors.ts';
import { isSentence, sayIssue } from '../../domain/findings.ts';
import type { RefusalCode } from '../../domain/fleet/refusals.ts';

/**
 * The bytes that a request says its body has. Null: it does not say. A length that was given twice, which Bun hands over
 * as `5, 5`, is larger than every limit.
 */
export function bodyLengthOf(headers: Headers): number | null {
  const said = headers.get('content-length');
  if (said === null) return null;
  return /^\d+$/.test(said) ? Number(said) : Number.POSITIVE_INFINITY;
}

/** Whether a body comes in pieces that each say their length (RFC 9112 section 7.1), which may be of one byte. */
export function isInPieces(headers: Headers): boolean {
  return headers.has('transfer-encoding');
}

/** Bodies up to this many bytes are not counted: log-ins, enrolments and reports of boards are smaller. */
export const smallBody = 4096;

/** Bytes of larger bodies that one sender may have on their way at once: 64 of the largest ordinary ones. */
const mostHeldBytes = 4 * 1024 * 1024;

/**
 * Bodies in pieces that one sender may have on their way. Bun takes all of one apart that the kernel has, before
 * anybody can say no: 5 ms for 200 KB of pieces of a byte.
 */
const mostInPieces = 4;

/**
 * Bounds the memory that bodies take while they come. A sender may let a byte follow now and then, for hours, and what
 * has come is kept until the body is whole: 5,000 connections held 330 MB so, without a log-in.
 */
export class HeldBodies {
  readonly #held = new Map<string, number>();

  /**
   * Notes that a body is awaited.
   * @param sender an account, a board, or the household of a caller without either
   * @param length in bytes, as it says. Null: it does not say
   * @param limit of the body, in bytes
   * @param comesInPieces as `isInPieces` says
   * @returns lets go of it, once
   * @throws AppError UNAVAILABLE when the sender has as many under way as they may
   */
  await(sender: string, length: number | null, limit: number, comesInPieces = false): () => void {
    const bytes = comesInPieces ? mostHeldBytes / mostInPieces : Math.min(length ?? limit, limit);
    if (bytes <= smallBody) return nothing;
    const held = (this.#held.get(sender) ?? 0) + bytes;
    if (held > mostHeldBytes) {
      throw new AppError('UNAVAILABLE', 'Too much is sent at the same time. Please try again.', {
        retryAfterSeconds: 1,
        ...(comesInPieces && { leavesBody: true }),
      });
    }
    this.#held.set(sender, held);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const rest = (this.#held.get(sender) ?? 0) - bytes;
      if (rest > 0) this.#held.set(sender, rest);
      else this.#held.delete(sender);
    };
  }
}

const nothing = () => {};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body that is no JSON at all. */
export class RefusedBody extends AppError {
  /** The reason that is noted where a device sent it. */
  readonly refusal: RefusalCode;

  constructor(refusal: RefusalCode, message: string) {
    super('VALIDATION', message);
    this.refusal = refusal;
  }
}

/** Largest body of an ordinary call, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Of a page's form, which has a few short fields: to take 9,000 of them apart takes 20 ms. */
const maxFormBytes = 8 * 1024;

/**
 * Is given a body once it has come, before anything is made of it, and is waited for. Bodies of many connections can
 * end in one turn of the event loop, and to parse and check one takes up to 10 ms.
 */
type OnBody = (body: Uint8Array) => Promise<void> | void;

/**
 * Reads a request's JSON body and checks it.
 *
 * Done by hand rather than by the framework so that invalid UTF-8 is refused instead of silently
 * replaced, and so that an error never echoes what was sent.
 *
 * @throws AppError VALIDATION with the fields named, PAYLOAD_TOO_LARGE
 */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  onBody: OnBody,
): Promise<z.output<T>> {
  requireJsonType(request.headers);
  const body = await readBody(request);
  await onBody(body);
  return checkShape(parseJson(body), schema);
}

/** Whether the body is what a browser makes of a form. */
export function isFormType(headers: Headers): boolean {
  return typeOf(headers) === 'application/x-www-form-urlencoded';
}

/** Reads the body of a form in the same way. */
export async function readForm<T extends z.ZodType>(
  request: Request,
  schema: T,
  onBody: OnBody,
): Promise<z.output<T>> {
  const body = await readBody(request, maxFormBytes);
  await onBody(body);
  // Latin letters only (WHATWG URL, application/x-www-form-urlencoded); others are encoded.
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  return checkShape(Object.fromEntries(fields), schema);
}

/**
 * The body of a request. One that is too large is refused before it is read. While it is read in pieces, Bun takes
 * only what is asked for; before that and after it Bun takes whatever comes, which `dropUnread` lets go of.
 * @param limit in bytes
 * @throws AppError VALIDATION for one that did not arrive whole, PAYLOAD_TOO_LARGE
 */
export async function readBody(request: Request, limit = maxBodyBytes): Promise<Uint8Array> {
  try {
    return await receiveBody(request, limit);
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * As `readBody`, for a caller that awaits this promise itself and so spares another one.
 * @param length as `bodyLengthOf` reads it
 * @throws what `asRefusal` takes
 */
export function receiveBody(
  request: Request,
  limit = maxBodyBytes,
  length = bodyLengthOf(request.headers),
): Promise<Uint8Array> {
  if (length !== null && length > limit) throw tooLarge(limit);
  return length === null ? readChunks(request, limit) : request.bytes();
}

/** The sender of a body that broke off went away; the server did nothing wrong. */
export function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('VALIDATION', 'The body did not arrive whole.');
}

/**
 * A body without Content-Length, which may come in pieces of one byte. While somebody waits for the next piece, Bun
 * hands each over by itself, which takes ten times as long as parsing it. What arrived in one turn of the event loop
 * is handed over together to whoever asks in the next.
 */
async function readChunks({ body }: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  await nextTurn();
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit, { leavesBody: true });
    chunks.push(chunk);
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * A body without Content-Type counts as JSON: small boards leave the header out.
 * @throws RefusedBody
 */
export function requireJsonType(headers: Headers): void {
  const type = typeOf(headers);
  if (type !== '' && type !== 'application/json') {
    throw new RefusedBody('content-type', 'The body must be sent as application/json.');
  }
}

function typeOf(headers: Headers): string {
  const given = headers.get('content-type') ?? '';
  // Bodies of boards, many times a second.
  if (given === 'application/json') return given;
  const [type = ''] = given.split(';');
  return type.trim().toLowerCase();
}

/**
 * @throws RefusedBody
 */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    // Bytes that are no UTF-8 are a TypeError (Encoding Standard).
    const refusal = error instanceof SyntaxError ? 'payload-json' : 'payload-encoding';
    throw new RefusedBody(refusal, 'The body is not valid JSON in UTF-8.');
  }
}

function tooLarge(limit: number, details: AppErrorDetails = {}): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`, details);
}

/** So many findings are named: a body may have thousands of unknown fields, each of them a stranger's word. */
const mostFindings = 100;

/**
 * @throws AppError VALIDATION with the fields named
 */
export function checkShape<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value, { error: sayIssue });
  if (result.success) return result.data;
  // A map: a field may be called `constructor`, which every object has.
  const findings = new Map<string, string>();
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    for (const name of names) {
      const path = [...issue.path, ...(name === '' ? [] : [name])].join('.');
      const field = path === '' ? 'body' : path;
      if (findings.has(field)) continue;
      if (findings.size === mostFindings) break;
      findings.set(field, issue.message);
    }
  }
  const [first] = findings;
  const text = first === undefined ? 'The input is not valid.' : describe(...first);
  throw new AppError('VALIDATION', text, { fields: Object.fromEntries(findings) });
}

function describe(field: string, finding: string): string {
  return isSentence(finding) ? finding : `${field}: ${finding}`;
}

/** This many are named, with this much of each name: they are a stranger's words. */
export const mostWarnings = 10;
const mostCharacters = 40;

/**
 * Names the unknown fields of a device's message, for the `warnings` of the answer.
 * @param known the shape of its schema
 * @param path put before the names, e.g. `events.0.`
 */
export function nameUnknownFields(message: object, known: object, path = ''): string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(message)) {
    if (Object.hasOwn(known, name)) continue;
    if (unknown.length === mostWarnings) break;
    unknown.push(`${path}${name.slice(0, mostCharacters)}: is not known`);
  }
  return unknown;
}
