/**
 * A proxy that keeps nothing of a call (RFC 3261, section 16): it hands requests on with its own Via on top, and
 * answers back without it. It stays in the way of what follows in a call (Record-Route), as those of providers do.
 */
import { createHash } from 'node:crypto';
import { headerOf, type SipMessage, writeMessage } from './sip-message.ts';

type Headers = ReadonlyMap<string, readonly string[]>;

/**
 * A request as it goes on.
 * @param server the proxy, as others reach it
 * @param uri whom it is for
 */
export function handOn({ method, headers, body }: SipMessage, server: string, uri: string): string {
  const [above = '', ...below] = headers.get('via') ?? [];
  // A CANCEL, and the ACK of a refusal, belong to the INVITE that bore the same.
  const branch = /;branch=([^;]+)/.exec(above)?.[1] ?? '';
  const own = `SIP/2.0/UDP ${server};branch=z9hG4bK${digest(branch)}`;
  const routes = (headers.get('route') ?? []).filter((route) => !route.includes(server));
  const hops = Number(headerOf({ headers }, 'max-forwards')) - 1;
  const changed = new Map(headers);
  changed.set('via', [own, above, ...below]);
  changed.set('max-forwards', [`${hops}`]);
  changed.set('route', routes);
  if (method === 'INVITE') changed.set('record-route', [`<sip:${server};lr>`]);
  // The proof was for the proxy.
  changed.delete('proxy-authorization');
  return write(`${method} ${uri} SIP/2.0`, changed, body);
}

/** An answer as it goes back. Null: it is to no request that was handed on. */
export function handBack(first: string, message: SipMessage, server: string): string | null {
  const [own = '', ...vias] = message.headers.get('via') ?? [];
  if (!own.includes(server) || vias.length === 0) return null;
  return write(first, new Map(message.headers).set('via', vias), message.body);
}

function write(first: string, headers: Headers, body: string): string {
  const lines = [...headers]
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return writeMessage(first, lines, body);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
