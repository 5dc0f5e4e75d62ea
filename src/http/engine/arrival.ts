import { timingSafeEqual } from 'node:crypto';
import type { Origin } from '../../actions/fleet/note-origin.ts';
import { AppError } from '../../domain/errors.ts';
import { isPrivateAddress } from '../../domain/ip-address.ts';

/** With this header a machine of the cluster proves to the one that leads whom it names as the caller. */
export const nodeHeader = 'x-faiwatch-node';

/** The address of a caller without a socket. */
const nobodyKnows = 'unknown';

/** The parts of Bun's server that know the caller. */
export interface AddressSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/**
 * The address of the caller. `X-Forwarded-For` counts only from a machine of the cluster, or behind a proxy that
 * the operator trusts, and then its last entry: the one that this proxy wrote itself.
 */
function clientAddress(request: Request, server: AddressSource | null, isTrusted: boolean): string {
  if (isTrusted) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded !== undefined && forwarded !== '') return forwarded;
  }
  return server?.requestIP(request)?.address ?? nobodyKnows;
}

/** Whether the request was passed on by a machine of the cluster. */
function isFromNode(headers: Headers, secret: string | null): boolean {
  const given = headers.get(nodeHeader);
  if (given === null || secret === null) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The arrival of a request. */
export interface Arrival extends Origin {
  /** Nobody on the way can have read it: it used TLS to us, or to the proxy. */
  readonly isSecure: boolean;
}

/**
 * Headers that proxies and tunnels write, trusted or not: X-Forwarded-For and its like, RFC 7239, RFC 9110 section
 * 7.6.3.
 */
const relayHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
  'cf-connecting-ip',
];

/** The means by which one app learns the way its requests arrive. */
export interface Doorway {
  readonly trustProxy: boolean;
  readonly isTls: boolean;
  /** The secret with which machines of the cluster prove themselves. Null: this is the only one. */
  readonly nodeSecret: string | null;
}

/** A trusted proxy that does not say how it was called leaves that open: neither is claimed. */
export function readArrival(
  request: Request,
  server: AddressSource | null,
  { trustProxy, isTls, nodeSecret }: Doorway,
): Arrival {
  const isPassedOn = isFromNode(request.headers, nodeSecret);
  const isTrusted = trustProxy || isPassedOn;
  const address = clientAddress(request, server, isTrusted);
  const isRelayed = isPassedOn || relayHeaders.some((name) => request.headers.has(name));
  if (isTls && !isPassedOn) return { address, isSecure: true, isPlainOutside: false, isRelayed };
  const isForwarded = isTrusted && request.headers.has('x-forwarded-for');
  const scheme = isForwarded ? lastEntry(request.headers.get('x-forwarded-proto')) : 'http';
  const isOutside = address !== nobodyKnows && !isPrivateAddress(address);
  return {
    address,
    isSecure: scheme === 'https' || scheme === 'wss',
    isPlainOutside: (scheme === 'http' || scheme === 'ws') && isOutside,
    isRelayed,
  };
}

function lastEntry(header: string | null): string | undefined {
  return header?.split(',').at(-1)?.trim().toLowerCase();
}

/** No call or page has a path of more parts. To look for one of 6,000 in vain takes 8 ms. */
const mostParts = 64;

/** Whether the path of an address has more parts than any has. */
function isDeep(url: string): boolean {
  if (url.length < 2 * mostParts) return false;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  let slashes = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    slashes += 1;
    if (slashes > mostParts) return true;
  }
  return false;
}

/**
 * Admits requests whose address can be read. Without a Host, as in HTTP/1.0, or with an invalid one, Bun
 * gives only the path.
 *
 * @param refuse turns the failure into an answer: VALIDATION, if Host is invalid or given
 *   twice (RFC 9112 section 3.2), NOT_FOUND for a path of thousands of parts
 */
export function requireWellFormed<T>(
  next: (request: Request) => T,
  refuse: (error: AppError) => Response,
): (request: Request) => T | Response {
  return (request) => {
    const host = request.headers.get('host') ?? '';
    if (host === '' && request.url.startsWith('/')) {
      // The same object, because Bun identifies the caller by it.
      Object.defineProperty(request, 'url', { value: `http://localhost${request.url}` });
    }
    if (isDeep(request.url)) {
      return refuse(new AppError('NOT_FOUND', 'There is nothing at this address.'));
    }
    if (URL.canParse(request.url) && !host.includes(',')) return next(request);
    return refuse(new AppError('VALIDATION', 'The address or the Host header is not valid.'));
  };
}
