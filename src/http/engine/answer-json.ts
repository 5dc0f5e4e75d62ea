import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chooseEncoding } from './content-negotiation.ts';

const pack = promisify(gzip);

/** A smaller answer fits into the first packets of a connection as it is. */
const worthPackingChars = 4096;

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
