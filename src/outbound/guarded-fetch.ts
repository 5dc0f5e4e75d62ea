import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { deadline, type OutboundPolicy, resolveChecked } from './resolve-checked.ts';

export interface GuardedRequest {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole call, from the look-up of the name to the last byte. Default: 10 s. */
  readonly timeoutMs?: number;
  /** What is read of the answer's body at most; default 64 KiB. */
  readonly maxBytes?: number;
  /** Whether `http:` will do, too. */
  readonly allowHttp?: boolean;
  /** A certificate authority, PEM. With it, no other is trusted. Default: those of the system. */
  readonly ca?: string;
}

export interface GuardedAnswer {
  /** A redirect is an answer like any other: it is not followed. */
  readonly status: number;
  readonly headers: Headers;
  /** As UTF-8, up to `maxBytes`. */
  readonly text: string;
  /** The body was longer. */
  readonly isCut: boolean;
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
 * not followed; the answer is bounded in bytes and in time. User name and password in the address are
 * refused: they belong in a header.
 *
 * @param policy made once, by who puts the server together
 * @throws OutboundError, whose `isUnsent` says whether a repetition can be a duplicate
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  policy: OutboundPolicy,
): Promise<GuardedAnswer> {
  const url = readAddress(address, request.allowHttp ?? false);
  const signal = deadline(request.timeoutMs ?? 10_000);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const { name, addresses } = await resolveChecked({ host, port }, policy, signal);
  let failure: OutboundError | undefined;
  for (const checked of addresses) {
    try {
      const answer = await fetch(at(url, checked), {
        method: request.method ?? 'GET',
        // Each call has a connection of its own. A kept one would be found by its address, whatever the name.
        headers: { ...request.headers, host: url.host, connection: 'close' },
        keepalive: false,
        redirect: 'manual',
        signal,
        ...(request.body !== undefined && { body: request.body }),
        tls: {
          rejectUnauthorized: true,
          ...(isIP(name) === 0 && { serverName: name }),
          ...(request.ca !== undefined && { ca: request.ca }),
        },
      });
      return {
        status: answer.status,
        headers: answer.headers,
        ...(await readBody(answer, request)),
      };
    } catch (error) {
      failure = describe(error, signal);
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

async function readBody(
  answer: Response,
  { maxBytes = 65_536 }: GuardedRequest,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      break;
    }
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  return { text, isCut: length > maxBytes };
}

/** Bun's messages have the whole address in them, whose path may be a secret. */
function describe(error: unknown, signal: AbortSignal): OutboundError {
  if (signal.aborted) return new OutboundError('timeout', 'no answer in time');
  const code = String((error as { code?: unknown }).code ?? 'unknown');
  if (/^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|E(NET|HOST)UNREACH)$/.test(code)) {
    return new OutboundError('unreachable', 'nobody takes the connection');
  }
  if (/CERT|SIGNATURE|ISSUER|^ERR_TLS/.test(code)) {
    return new OutboundError('certificate', `the certificate does not hold: ${code}`);
  }
  return new OutboundError('broken', `the connection broke: ${code}`);
}
