import { HTTPFetchError, type messagingApi } from '@line/bot-sdk';
import { fetchWithin } from '../../../outbound/call-out.ts';
import type { LineAccess } from './line-api.ts';

/** LINE's answers are small; its time is bounded more closely where it is called. */
const send = fetchWithin({ timeoutMs: 20_000, maxBytes: 256 * 1024 });

/**
 * The HTTP that LINE's client is given. Its own reads answers of any length, and unpacks them; it takes no
 * other, so it is exchanged after the client was made.
 */
export function exchangeHttp(
  client: messagingApi.MessagingApiClient,
  access: LineAccess,
): messagingApi.MessagingApiClient {
  // Another release of the library may have it elsewhere.
  if (!('httpClient' in client)) throw new Error('the client of LINE has another form');
  return Object.assign(client, { httpClient: new LineHttp(access) });
}

class LineHttp {
  readonly #access: LineAccess;

  constructor(access: LineAccess) {
    this.#access = access;
  }

  get(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Response> {
    const url = new URL(path, this.#access.apiRoot);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return this.#call('GET', url);
  }

  post(path: string, body: unknown, options?: LineOptions): Promise<Response> {
    return this.#call('POST', new URL(path, this.#access.apiRoot), body, options);
  }

  put(path: string, body: unknown, options?: LineOptions): Promise<Response> {
    return this.#call('PUT', new URL(path, this.#access.apiRoot), body, options);
  }

  /** @throws HTTPFetchError, OutboundError */
  async #call(
    method: string,
    url: URL,
    body?: unknown,
    { headers }: LineOptions = {},
  ): Promise<Response> {
    const answer = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${this.#access.token}`,
        'user-agent': 'FaiWatch',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return answer;
    const { status, statusText } = answer;
    throw new HTTPFetchError(`${status} - ${statusText}`, {
      status,
      statusText,
      headers: answer.headers,
      body: await answer.text(),
    });
  }
}

interface LineOptions {
  readonly headers?: Readonly<Record<string, string>>;
}
