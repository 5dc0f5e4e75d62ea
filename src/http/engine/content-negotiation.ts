/** Answers in the form that a request asks for, as RFC 9110 sections 12.5 and 13.1 define it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The compression of one form of an answer, in the words of Accept-Encoding. */
export type Encoding = 'br' | 'gzip' | 'identity';

const pack = promisify(gzip);

/** A smaller answer fits into the first packets of a connection as it is. */
const worthPackingChars = 4096;

/** Best first where the client likes several as much: Brotli is the smallest. */
const preferred = ['br', 'gzip', 'identity'] as const satisfies readonly Encoding[];

/**
 * The form on offer that the client likes best. Falls back to `identity` even where the client refuses
 * it, which RFC 9110 section 12.5.3 allows and which is kinder than 406.
 */
export function chooseEncoding(
  acceptEncoding: string | null,
  offered: Partial<Record<Encoding, unknown>>,
): Encoding {
  const weights = parseWeights(acceptEncoding ?? '');
  // The unpacked form is acceptable even if it is not named, but then anything else is liked better.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0 : (weights.get('*') ?? 0));
  const acceptable = preferred.filter((encoding) => offered[encoding] && weightOf(encoding) > 0);
  return acceptable.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
}

/**
 * Answers with what is an account's own: not for a shared cache, nor for the disk of a shared computer.
 * Long lists are packed for whoever takes it, on another thread: a phone waits for their bytes.
 */
export async function answerJson(request: Request, answer: unknown): Promise<Response> {
  const headers = new Headers({
    'Content-Type': 'application/json;charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const text = JSON.stringify(answer);
  if (text.length < worthPackingChars) return new Response(text, { headers });
  headers.set('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'), { gzip: true });
  if (encoding === 'identity') return new Response(text, { headers });
  headers.set('Content-Encoding', encoding);
  return new Response(await pack(text, { level: 1 }), { headers });
}

/**
 * A browser asking for a page names text/html; a script, a picture or curl does not. Whoever likes JSON
 * better gets that.
 */
export function acceptsHtml(accept: string | null): boolean {
  const weights = parseWeights(accept ?? '');
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
}

/** Whether the client already holds this form. Weak and strong tags compare alike here. */
export function isNoneMatch(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Browsers name less than a dozen. Thousands would take a millisecond. */
const mostNames = 64;

/** `br;q=0.9, gzip` → br 0.9, gzip 1. A weight that is none counts as not accepted. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',', mostNames)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, readWeight(quality ?? 'q=1'));
  }
  return weights;
}

/** RFC 9110 section 12.4.2. */
function readWeight(text: string): number {
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text.slice(2)) : 0;
}
