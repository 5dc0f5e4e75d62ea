/** Receivers of webhooks that check what they get with the reference library, and take nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { LoopbackServer, readBody } from '../loopback-server.ts';

export interface FakeEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly text: string; readonly [field: string]: unknown };
}

interface Taken {
  readonly path: string;
  /** The header `webhook-id`. */
  readonly id: string;
  readonly event: FakeEvent;
  /** As it came. */
  readonly body: string;
}

export type WebhookFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Taken, and cut before the answer. */
  | { readonly kind: 'drop' }
  /** Cut before anything is taken. */
  | { readonly kind: 'cut' }
  /** Taken, and never answered. */
  | { readonly kind: 'hang' };

export class FakeWebhook {
  readonly taken: Taken[] = [];
  /** What was posted to `/plain`, as it came. */
  readonly plain: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  refused = 0;
  /** Paths at which everything fails. */
  failAlways: RegExp | null = null;
  /** By path; one that has none is not checked for its signature but for everything else. */
  readonly secrets = new Map<string, string>();
  readonly #faults: WebhookFault[] = [];
  readonly #server = new LoopbackServer(0, (request, response) => {
    this.#take(request, response).catch(() => response.writeHead(500).end());
  });

  open(): Promise<void> {
    return this.#server.open();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  at(path: string): string {
    return `http://127.0.0.1:${this.#server.port}${path}`;
  }

  failNext(fault: WebhookFault): void {
    this.#faults.push(fault);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString();
    const fault = this.#faults.shift();
    if (fault?.kind === 'cut') return void response.destroy();
    if (fault?.kind === 'status') {
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    }
    const path = request.url ?? '';
    if (this.failAlways?.test(path) === true) return void response.writeHead(500).end();
    if (path === '/plain') this.plain.push({ headers: request.headers, body });
    else if (!this.#check(path, request, body)) {
      this.refused += 1;
      return void response.writeHead(400).end('not what the specification says');
    }
    if (fault?.kind === 'drop') return void response.destroy();
    if (fault?.kind === 'hang') return;
    response.writeHead(204).end();
  }

  #check(path: string, { headers, method }: IncomingMessage, body: string): boolean {
    const id = String(headers['webhook-id'] ?? '');
    const event: FakeEvent = JSON.parse(body);
    const isWhole = /^[\w-]{36}$/.test(id) && /^v1,/.test(String(headers['webhook-signature']));
    const isEvent = /^[\w.]+$/.test(event.type) && !Number.isNaN(Date.parse(event.timestamp));
    if (method !== 'POST' || !isWhole || !isEvent) return false;
    const secret = this.secrets.get(path);
    if (secret !== undefined) {
      // `verify` also wants the time of this machine, and the server of a test has a clock of its own.
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signatures = String(headers['webhook-signature']).split(' ');
      if (!signatures.includes(new Webhook(secret).sign(id, at, body))) return false;
    }
    this.taken.push({ path, id, event, body });
    return true;
  }
}

export async function startFakeWebhook(): Promise<FakeWebhook> {
  const fake = new FakeWebhook();
  await fake.open();
  return fake;
}
