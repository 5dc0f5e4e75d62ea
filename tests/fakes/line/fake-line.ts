/**
 * A strict stand-in for LINE's Messaging API on the loopback interface. It refuses what LINE refuses, and
 * fails in the ways a test orders. Behaviour follows https://developers.line.biz/en/reference/messaging-api/
 * and https://developers.line.biz/en/docs/messaging-api/retrying-api-request/.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer, readBody } from '../loopback-server.ts';
import { checkMessages, textOf } from './messages.ts';

export interface SentLine {
  readonly id: string;
  /** `push` costs one of the month's messages, `reply` nothing. */
  readonly by: 'push' | 'reply';
  readonly to: string;
  /** The words, without the form around them. */
  readonly text: string;
  /** `data` of the buttons, or the addresses they open. */
  readonly buttons: readonly string[];
  readonly message: Record<string, unknown>;
  readonly retryKey: string | null;
}

/** What the next call meets: an answer, or a lost one (`drop`: the call takes effect all the same). */
export type LineFault =
  | { readonly kind: 'status'; readonly status: number; readonly message?: string }
  | { readonly kind: 'drop' }
  /** Answered only then. */
  | { readonly kind: 'wait'; readonly until: Promise<void> }
  | { readonly kind: 'refuse' };

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly to?: unknown;
    readonly messages?: unknown;
    readonly replyToken?: unknown;
    readonly endpoint?: unknown;
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    message: string,
    more: { body?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { message, ...more.body };
    this.headers = more.headers ?? {};
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const recipientId = /^[UCR][0-9a-f]{32}$/;
const replyTokenMs = 60_000;
const mostBytes = 2 * 1024 * 1024;

/** A user id as LINE makes them. */
export function lineUser(number: number): string {
  return `U${number.toString(16).padStart(32, '0')}`;
}

export function lineGroup(number: number): string {
  return `C${number.toString(16).padStart(32, '0')}`;
}

export class FakeLine {
  readonly token = 'line-token-of-the-stand-in';
  readonly secret = '0123456789abcdef0123456789abcdef';
  readonly botId = lineUser(0xb07);
  readonly sent: SentLine[] = [];
  /** Calls that arrived, by path. */
  readonly calls = new Map<string, number>();
  /** Messages a month. Null: as many as one likes. */
  quota: number | null;
  used = 0;
  webhook: { endpoint: string; active: boolean } = { endpoint: '', active: true };
  /** Those who are friends of the bot, and groups it is in. */
  readonly known = new Set<string>();
  /** They blocked it: LINE takes messages for them and delivers none. */
  readonly blocked = new Set<string>();
  readonly names = new Map<string, string>();
  readonly #faults: LineFault[] = [];
  readonly #taken = new Map<string, { readonly requestId: string; readonly id: string }>();
  readonly #replyTokens = new Map<string, { readonly to: string; readonly until: number }>();
  readonly #linkTokens = new Map<string, string>();
  readonly #server = new LoopbackServer(
    0,
    (request, response) => void this.#serve(request, response),
  );
  #count = 0;

  constructor(quota: number | null) {
    this.quota = quota;
  }

  get apiRoot(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  open(): Promise<void> {
    return this.#server.open();
  }

  /** Cuts every connection; what is stored stays, and `open` goes on with it. */
  close(): Promise<void> {
    return this.#server.close();
  }

  failNext(fault: LineFault, times = 1): void {
    for (let i = 0; i < times; i++) this.#faults.push(fault);
  }

  /** Somebody becomes a friend of the bot, or it comes into a group. */
  meet(id: string, name = ''): void {
    this.known.add(id);
    this.blocked.delete(id);
    if (name !== '') this.names.set(id, name);
  }

  /** @returns the answer's status */
  async tellBot(
    endpoint: string,
    events: readonly object[],
    secret = this.secret,
  ): Promise<number> {
    const body = JSON.stringify({ destination: this.botId, events });
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
    const { status } = await fetch(endpoint, { method: 'POST', body, headers });
    return status;
  }

  /** An event as LINE posts it; from a group when `groupId` is given. */
  event(
    userId: string,
    what: Record<string, unknown> & { type: string },
    { groupId, canReply = true }: { groupId?: string; canReply?: boolean } = {},
  ): Record<string, unknown> {
    const source =
      groupId === undefined ? { type: 'user', userId } : { type: 'group', groupId, userId };
    const common = {
      mode: 'active',
      timestamp: Date.now(),
      source,
      webhookEventId: `01${randomBytes(12).toString('hex').toUpperCase()}`,
      deliveryContext: { isRedelivery: false },
    };
    if (!canReply) return { ...common, ...what };
    const replyToken = randomBytes(16).toString('hex');
    this.#replyTokens.set(replyToken, { to: groupId ?? userId, until: Date.now() + replyTokenMs });
    return { ...common, replyToken, ...what };
  }

  text(userId: string, text: string, groupId?: string): Record<string, unknown> {
    const message = { type: 'text', id: String(++this.#count), text, quoteToken: 'q' };
    return this.event(
      userId,
      { type: 'message', message },
      groupId === undefined ? {} : { groupId },
    );
  }

  press(userId: string, data: string): Record<string, unknown> {
    return this.event(userId, { type: 'postback', postback: { data } });
  }

  /** What the dialog of LINE does once the person agreed: the event that it posts. */
  linkAccount(dialogUrl: string): Record<string, unknown> {
    const { searchParams } = new URL(dialogUrl);
    const linkToken = searchParams.get('linkToken') ?? '';
    const userId = this.#linkTokens.get(linkToken);
    const nonce = searchParams.get('nonce') ?? '';
    if (userId === undefined) throw new Error('LINE knows no such link token');
    if (!/^[\w+/=-]{10,255}$/.test(nonce)) throw new Error(`LINE refuses the nonce ${nonce}`);
    this.#linkTokens.delete(linkToken);
    return this.event(userId, { type: 'accountLink', link: { result: 'ok', nonce } });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*/, '');
    this.calls.set(path, (this.calls.get(path) ?? 0) + 1);
    const raw = await readBody(request);
    const fault = this.#faults.shift();
    if (fault?.kind === 'wait') await fault.until;
    if (fault?.kind === 'refuse') return void request.socket.destroy();
    if (fault?.kind === 'status') {
      const message = fault.message ?? 'ordered by the test';
      return answer(response, fault.status, { message });
    }
    try {
      if (raw.length > mostBytes) throw new Refusal(413, 'Request Entity Too Large');
      if (raw.length > 0 && !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
        throw new Refusal(415, 'Content type not supported');
      }
      const body = raw.length === 0 ? {} : (JSON.parse(raw.toString()) as Call['body']);
      const method = request.method ?? 'GET';
      const result = this.#call({ method, path, headers: request.headers, body });
      if (fault?.kind === 'drop') return void request.socket.destroy();
      answer(response, 200, result.body, { 'x-line-request-id': result.requestId });
    } catch (error) {
      const refusal =
        error instanceof Refusal ? error : new Refusal(400, 'The request body has 1 error(s)');
      answer(response, refusal.status, refusal.body, refusal.headers);
    }
  }

  #call(call: Call): { readonly body: object; readonly requestId: string } {
    const requestId = crypto.randomUUID();
    if (call.headers.authorization !== `Bearer ${this.token}`) {
      throw new Refusal(
        401,
        'Authentication failed. Confirm that the access token in the authorization header is valid.',
      );
    }
    const body = this.#route(call, requestId);
    return { body, requestId };
  }

  #route(call: Call, requestId: string): object {
    const { method, path } = call;
    const [, one, two] =
      /^\/v2\/bot\/(?:profile|user|group)\/([^/]+)(?:\/member\/([^/]+))?/.exec(path) ?? [];
    if (method === 'POST' && path === '/v2/bot/message/push') return this.#push(call, requestId);
    if (method === 'POST' && path === '/v2/bot/message/reply') return this.#reply(call);
    if (method === 'POST' && path.endsWith('/linkToken') && one !== undefined) {
      if (!this.known.has(one)) throw new Refusal(404, 'Not found');
      const linkToken = randomBytes(16).toString('hex');
      this.#linkTokens.set(linkToken, one);
      return { linkToken };
    }
    if (method === 'PUT' && path === '/v2/bot/channel/webhook/endpoint') {
      const endpoint = String(call.body.endpoint);
      if (!endpoint.startsWith('https://')) throw new Refusal(400, 'Invalid webhook endpoint URL');
      this.webhook = { ...this.webhook, endpoint };
      return {};
    }
    if (method !== 'GET') throw new Refusal(404, 'Not found');
    switch (path) {
      case '/v2/bot/info':
        return { userId: this.botId, basicId: '@faiwatch', displayName: 'FaiWatch' };
      case '/v2/bot/message/quota':
        return this.quota === null ? { type: 'none' } : { type: 'limited', value: this.quota };
      case '/v2/bot/message/quota/consumption':
        return { totalUsage: this.used };
      case '/v2/bot/channel/webhook/endpoint':
        return this.webhook;
    }
    if (one === undefined || !this.known.has(one)) throw new Refusal(404, 'Not found');
    if (path.endsWith('/summary')) return { groupId: one, groupName: this.names.get(one) ?? '' };
    const userId = two ?? one;
    return { userId, displayName: this.names.get(userId) ?? 'Somebody' };
  }

  #push({ body, headers }: Call, requestId: string): object {
    const key = headers['x-line-retry-key'];
    if (typeof key !== 'string' || !uuid.test(key)) {
      throw new Refusal(400, 'The value for the X-Line-Retry-Key is invalid');
    }
    const to = String(body.to);
    if (!recipientId.test(to)) {
      throw new Refusal(
        400,
        "The property, 'to', in the request body is invalid (line: -, column: -)",
      );
    }
    const message = this.#checked(body.messages);
    const taken = this.#taken.get(key);
    if (taken !== undefined) {
      throw new Refusal(409, 'The retry key is already accepted', {
        headers: { 'x-line-accepted-request-id': taken.requestId },
        body: { sentMessages: [{ id: taken.id }] },
      });
    }
    if (!this.known.has(to)) throw new Refusal(400, 'Failed to send messages');
    if (this.quota !== null && this.used >= this.quota) {
      throw new Refusal(429, 'You have reached your monthly limit.');
    }
    const id = this.#take('push', to, message, key);
    this.#taken.set(key, { requestId, id });
    this.used += 1;
    return { sentMessages: [{ id }] };
  }

  #reply({ body, headers }: Call): object {
    if (headers['x-line-retry-key'] !== undefined) {
      throw new Refusal(400, 'X-Line-Retry-Key is not supported');
    }
    const known = this.#replyTokens.get(String(body.replyToken));
    if (known === undefined || known.until < Date.now()) {
      throw new Refusal(400, 'Invalid reply token');
    }
    const messages = checkMessages(body.messages);
    if (messages === null) throw new Refusal(400, 'The request body has 1 error(s)');
    this.#replyTokens.delete(String(body.replyToken));
    return {
      sentMessages: messages.map((message) => ({
        id: this.#take('reply', known.to, message, null),
      })),
    };
  }

  #checked(messages: unknown): Record<string, unknown> {
    const [message, ...more] = checkMessages(messages) ?? [];
    if (message === undefined || more.length > 0) {
      throw new Refusal(400, 'The request body has 1 error(s)');
    }
    return message;
  }

  #take(
    by: SentLine['by'],
    to: string,
    message: Record<string, unknown>,
    retryKey: string | null,
  ): string {
    const id = String(500_000_000_000_000_000n + BigInt(++this.#count));
    if (this.blocked.has(to)) return id;
    this.sent.push({ ...{ id, by, to, message, retryKey }, ...textOf(message) });
    return id;
  }
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** @param quota messages a month. Null: as many as one likes */
export async function startFakeLine(quota: number | null = null): Promise<FakeLine> {
  const line = new FakeLine(quota);
  await line.open();
  return line;
}
