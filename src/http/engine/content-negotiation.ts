/** What a request header asks for, as RFC 9110 sections 12.5 and 13.1 define it. */
import type { Encoding } from '../pages/web-files.ts';

/** Best first: Brotli is the smallest, and the unpacked form is always there. */
const preferred = ['br', 'gzip'] as const satisfies readonly Encoding[];

/**
 * The best form on offer that the client accepts. Falls back to `identity` even where the client
 * refuses it, which RFC 9110 section 12.5.3 allows and which is kinder than 406.
 */
export function chooseEncoding(
  acceptEncoding: string | null,
  offered: Partial<Record<Encoding, unknown>>,
): Encoding {
  const weights = parseWeights(acceptEncoding ?? '');
  const accepts = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return preferred.find((encoding) => offered[encoding] && accepts(encoding)) ?? 'identity';
}

/** A browser asking for a page names text/html; a script, a picture or curl does not. */
export function acceptsHtml(accept: string | null): boolean {
  return (parseWeights(accept ?? '').get('text/html') ?? 0) > 0;
}

/** Whether the client already holds this form. Weak and strong tags compare alike here. */
export function isNoneMatch(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** `br;q=0.9, gzip` → br 0.9, gzip 1. A weight that is no number counts as not accepted. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  return weights;
}
