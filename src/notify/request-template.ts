/** A request as an operator wrote it down, with places for what differs from one to the next, and what is answered. */
import type { OutboundAnswer } from '../outbound/call-out.ts';
import { guardedConnect } from '../outbound/guarded-connect.ts';
import { guardedFetch } from '../outbound/guarded-fetch.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../outbound/resolve-checked.ts';
import { SendError } from './channel.ts';

export const templateMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface RequestTemplate {
  readonly url: string;
  readonly method: (typeof templateMethods)[number];
  /** `Name: value`, one a line. */
  readonly headers: string;
  /** Left out for GET, and where it is empty for all but POST. */
  readonly body: string;
}

/** A value for each place, such as `{to}`. A place without one stays as it is. */
type Filling = Readonly<Record<string, string>>;

interface FilledRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const form = 'application/x-www-form-urlencoded';
/** For one call, where whoever makes it says nothing else. */
const usualTimeoutMs = 15_000;
const maxAnswerBytes = 16_384;
const longestWaitMs = 3_600_000;
const usualWaitMs = 30_000;

/**
 * Says what is wrong with a template. Null: nothing is.
 * @param needed places of which one of each group stands in its address or body
 */
export function findRequestFault(
  { url, method, headers, body }: RequestTemplate,
  needed: readonly (readonly string[])[],
): string | null {
  if (!URL.canParse(url)) return 'the address (url) is missing';
  const all = method === 'GET' ? url : `${url}\n${body}`;
  const missing = needed.find((places) => !places.some((place) => all.includes(place)));
  if (missing !== undefined) return `${missing.join(' or ')} is missing in body or address`;
  const wrong = linesOf(headers).find((line) => !/^[\w-]+: *\S/.test(line));
  return wrong === undefined ? null : `this is no header: ${wrong.slice(0, 40)}`;
}

/** Escapes each value as its place needs it (JSON, form, URL or header), so that no text can break out. */
export function fillTemplate(template: RequestTemplate, filling: Filling): FilledRequest {
  const { url, body } = template;
  const plain = (value: string) => value.replace(/[\r\n]+/g, ' ');
  const headers = Object.fromEntries(
    linesOf(template.headers).map((line) => {
      const at = line.indexOf(':');
      const name = line.slice(0, at).trim().toLowerCase();
      return [name, fill(line.slice(at + 1).trim(), filling, plain)];
    }),
  );
  const type = headers['content-type'] ?? (/^\s*[[{]/.test(body) ? 'application/json' : form);
  return {
    url: fill(url, filling, encodeURIComponent),
    headers: { ...(hasBody(template) && { 'content-type': type }), ...headers },
    body: fillText(body.trim(), type, filling),
  };
}

/** @param type media type, by which values are escaped */
export function fillText(text: string, type: string, filling: Filling): string {
  return fill(text, filling, escapeFor(type));
}

function hasBody({ method, body }: RequestTemplate): boolean {
  return method === 'POST' || (method !== 'GET' && body.trim() !== '');
}

function fill(text: string, filling: Filling, write: (value: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(filling, name) ? write(filling[name] ?? '') : place,
  );
}

function escapeFor(type: string): (value: string) => string {
  if (/\bjson\b/i.test(type)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/\bxml\b/i.test(type)) return escapeXml;
  return type.toLowerCase().startsWith(form) ? encodeURIComponent : (value) => value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * The value in an answer at a path such as `data.0.id`. Null: there is none, or it is no JSON.
 */
export function readPath(json: string, path: string): string | null {
  try {
    let value: unknown = JSON.parse(json, keepDigits);
    for (const step of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
      value = (value as Record<string, unknown>)[step];
    }
    return value === null || typeof value === 'object' ? null : String(value);
  } catch {
    return null;
  }
}

/** A name of many digits stays itself: rounded, it would be that of something else. */
function keepDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isRounded ? (context?.source ?? value) : value;
}

/** How the channel calls itself in what is said of a far end. */
type Caller = 'SMS' | 'Call';

/**
 * Makes the request, whatever is answered.
 * @throws SendError when there is no answer
 */
export async function sendTemplate(
  as: Caller,
  template: RequestTemplate,
  filling: Filling,
  outbound: OutboundPolicy,
  timeoutMs = usualTimeoutMs,
): Promise<OutboundAnswer> {
  const { url, headers, body } = fillTemplate(template, filling);
  try {
    return await guardedFetch(
      url,
      {
        method: template.method,
        headers: { 'user-agent': 'FaiWatch', ...headers },
        ...(hasBody(template) && { body }),
        timeoutMs,
        maxBytes: maxAnswerBytes,
        // Few addresses of a private network, where the operator allows them, have certificates.
        allowHttp: outbound.allowPrivate,
      },
      outbound,
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // The operator can mend a wrong address, so the message waits.
    const isAmbiguous = !error.isUnsent;
    throw new SendError(`${as}: ${error.message}`, { permanent: false, isAmbiguous });
  }
}

/** The meaning of an answer other than 2xx for the message. */
export function refusalIn(
  as: Caller,
  answer: Pick<OutboundAnswer, 'status' | 'headers' | 'text' | 'unread'>,
): SendError {
  const { status, headers } = answer;
  const reason = quoteAnswer(as, answer);
  const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  if (status === 429 || (status === 503 && asked > 0)) {
    const retryAfterMs = Math.min(asked > 0 ? asked : usualWaitMs, longestWaitMs);
    return new SendError(reason, { permanent: false, retryAfterMs, isGlobalLimit: true });
  }
  // The key, the credit or the address: an operator can mend it.
  if ([401, 402, 403, 404, 405].includes(status))
    return new SendError(reason, { permanent: false });
  if (status >= 400 && status < 500) return new SendError(reason, { permanent: true });
  return new SendError(reason, { permanent: false, isAmbiguous: status >= 500 });
}

/** The far end's own words. */
export function quoteAnswer(
  as: Caller,
  { status, text, unread }: Pick<OutboundAnswer, 'status' | 'text' | 'unread'>,
): string {
  return `${as}: ${status} ${(unread ?? text).replace(/\s+/g, ' ').trim().slice(0, 180)}`.trimEnd();
}

/**
 * Looks whether somebody takes connections where a template leads to, as a request would cost money.
 * @returns the host
 * @throws SendError
 */
export async function knockAt(as: Caller, url: string, outbound: OutboundPolicy): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const tls = protocol === 'https:';
  if (!tls && !outbound.allowPrivate) {
    throw new SendError(`${as}: the address must begin with https://`, { permanent: true });
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const socket = await guardedConnect(
      { host, port: Number(port || (tls ? 443 : 80)), tls },
      outbound,
    );
    socket.on('error', () => {});
    socket.destroy();
    return host;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new SendError(`${as}: ${error.message}`, { permanent: error.reason === 'refused' });
  }
}
