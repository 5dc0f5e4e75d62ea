import { isIP } from 'node:net';
import { deadline, type OutboundAnswer, openCall, readWhole, usualBounds } from './call-out.ts';
import { OutboundError } from './outbound-error.ts';
import { type OutboundPolicy, resolveChecked } from './resolve-checked.ts';

interface GuardedRequest {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole call, from the look-up of the name to the last byte. Default: 10 s. */
  readonly timeoutMs?: number;
  /** The most bytes that are read of the answer's body; default 64 KiB. */
  readonly maxBytes?: number;
  /** Whether `http:` will do, too. */
  readonly allowHttp?: boolean;
  /** A certificate authority, PEM. With it, no other is trusted. Default: those of the system. */
  readonly ca?: string;
}

/**
 * Calls an address that a customer chose: a webhook, a push endpoint, a calendar.
 *
 * ```ts
 * const { status, text } = await guardedFetch(url, { method: 'POST', body }, { allowPrivate });
 * ```
 *
 * Its name is resolved once, every address that it has is checked, and the connection goes to a checked
 * one, with the name in `Host`, in the TLS handshake and in the check of the certificate. Redirects are
 * not followed; the answer is bounded in bytes and in time, and one that is compressed is not read. User name and password in the address are
 * refused: they belong in a header.
 *
 * @param policy made once, by who puts the server together
 * @throws OutboundError, whose `isUnsent` says whether a repetition can be a duplicate
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  policy: OutboundPolicy,
): Promise<OutboundAnswer> {
  const url = readAddress(address, request.allowHttp ?? false);
  const signal = deadline(request.timeoutMs ?? usualBounds.timeoutMs);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const { name, addresses } = await resolveChecked({ host, port }, policy, signal);
  let failure: OutboundError | undefined;
  for (const checked of addresses) {
    try {
      const answer = await openCall(at(url, checked), {
        method: request.method ?? 'GET',
        // Each call has a connection of its own. A kept one would be found by its address, whatever the name.
        headers: { ...request.headers, host: url.host, connection: 'close' },
        isKept: false,
        signal,
        ...(request.body !== undefined && { body: request.body }),
        tls: {
          rejectUnauthorized: true,
          ...(isIP(name) === 0 && { serverName: name }),
          ...(request.ca !== undefined && { ca: request.ca }),
        },
      });
      return await readWhole(answer, request.maxBytes ?? usualBounds.maxBytes);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      failure = error;
      if (failure.reason !== 'unreachable') break;
    }
  }
  throw failure;
}

/** @throws OutboundError */
function readAddress(address: string, allowHttp: boolean): URL {
  const url = URL.parse(address);
  if (url === null) throw new OutboundError('refused', 'this is not an address');
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new OutboundError('refused', 'the address must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'the address must be without username and password');
  }
  return url;
}

/** The same address with a checked number in place of its name. */
function at(url: URL, checked: string): string {
  const numbered = new URL(url);
  numbered.hostname = isIP(checked) === 6 ? `[${checked}]` : checked;
  return numbered.href;
}
