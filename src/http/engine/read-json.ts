import type { z } from 'zod';
import { isSentence } from '../../contract/texts.ts';
import { AppError } from '../../domain/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Largest body of an ordinary call, in bytes. */
export const maxBodyBytes = 64 * 1024;

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
): Promise<z.output<T>> {
  requireJsonType(request.headers);
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  let body: Uint8Array;
  try {
    body = await request.bytes();
  } catch {
    throw unreadable();
  }
  return checkShape(parseJson(body), schema);
}

/** The sender went away, or sent more in chunks than it may; nothing of ours is at fault. */
export function unreadable(): AppError {
  return new AppError('VALIDATION', 'The body did not arrive whole.');
}

/**
 * Whatever is sent without saying what it is counts as JSON: small boards leave the header out.
 * @throws AppError VALIDATION
 */
export function requireJsonType(headers: Headers): void {
  const type = headers.get('content-type');
  if (type !== null && !type.startsWith('application/json')) {
    throw new AppError('VALIDATION', 'The body must be sent as application/json.');
  }
}

/**
 * @throws AppError VALIDATION, PAYLOAD_TOO_LARGE
 */
export function parseJson(body: Uint8Array): unknown {
  if (body.byteLength > maxBodyBytes) throw tooLarge();
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new AppError('VALIDATION', 'The body is not valid JSON in UTF-8.');
  }
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes.`);
}

/**
 * @throws AppError VALIDATION with the fields named
 */
export function checkShape<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // A map: a field may be called `constructor`, which every object has.
  const findings = new Map<string, string>();
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    for (const name of names) {
      const path = [...issue.path, ...(name === '' ? [] : [name])].join('.');
      const field = path === '' ? 'body' : path;
      if (findings.has(field)) continue;
      findings.set(field, issue.code === 'unrecognized_keys' ? 'is not known' : issue.message);
    }
  }
  const [first] = findings;
  const text = first === undefined ? 'The input is not valid.' : describe(...first);
  throw new AppError('VALIDATION', text, { fields: Object.fromEntries(findings) });
}

function describe(field: string, finding: string): string {
  return isSentence(finding) ? finding : `${field}: ${finding}`;
}
