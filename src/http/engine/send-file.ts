import { isNoneMatch } from './content-negotiation.ts';

interface SentFile {
  readonly path: string;
  /** The length it must have; a file of another length is not the requested one. */
  readonly size: number;
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly cacheControl: string;
}

/** Answers besides 200 of a call that sends a file. */
export const fileAnswers = {
  206: 'The part that `Range` asks for',
  304: 'It is what `If-None-Match` names',
  416: '`Range` asks for what lies behind the end',
} as const;

/**
 * Answers with a file, or with the part that `Range` asks for (RFC 9110 sections 13.1 and 14). More
 * than one range at once is answered with the whole, as the standard allows.
 */
export function sendFile(request: Request, file: SentFile): Response {
  const { path, size, etag, cacheControl } = file;
  const headers = new Headers({
    'Content-Type': 'application/octet-stream',
    'Cache-Control': cacheControl,
    ETag: etag,
    'Accept-Ranges': 'bytes',
  });
  if (isNoneMatch(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRange(request.headers, size, etag);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    headers.delete('Content-Type');
    return new Response(null, { status: 416, headers });
  }
  if (range === null) {
    headers.set('Content-Length', String(size));
    return new Response(Bun.file(path), { headers });
  }
  const { first, last } = range;
  headers.set('Content-Length', String(last - first + 1));
  headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  return new Response(Bun.file(path).slice(first, last + 1), { status: 206, headers });
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** @returns null: the whole is to be sent */
function readRange(headers: Headers, size: number, etag: string): Range | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag) return null;
  if (from === '') {
    // The last bytes of the file.
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // A range that ends before it begins is invalid and ignored.
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
