/**
 * Receivers of webhooks that check what they get with the reference library, and take nothing else; and
 * services with templates of their own, at `/slack`, `/discord` and `/ntfy`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { LoopbackServer, readBody } from '../loopback-server.ts';
import { judges, type Service, services } from './services.ts';

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
  /** What the services took. */
  readonly shown: {
    readonly service: Service;
    readonly headers: IncomingMessage['headers'];
    /** As it came. */
    readonly body: string;
    /** As people read it there. */
    readonly text: string;
  }[] = [];
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
    const raw = await readBody(request);
    const fault = this.#faults.shift();
    if (fault?.kind === 'cut') return void response.destroy();
    if (fault?.kind === 'status') {
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    }
    const path = request.url ?? '';
    if (this.failAlways?.test(path) === true) return void response.writeHead(500).end();
    const service = services.find((name) => path === `/${name}`);
    if (service !== undefined) return this.#serve(service, request, raw, response);
    if (!this.#check(path, request, raw.toString())) {
      this.refused += 1;
      return void response.writeHead(400).end('not what the specification says');
    }
    if (fault?.kind === 'drop') return void response.destroy();
    if (fault?.kind === 'hang') return;
    response.writeHead(204).end();
  }

  #serve(service: Service, request: IncomingMessage, raw: Buffer, response: ServerResponse): void {
    const { headers, method = '' } = request;
    const answer = judges[service]({ method, headers, body: raw });
    if (answer.shown === undefined) this.refused += 1;
    else this.shown.push({ service, headers, body: raw.toString(), text: answer.shown });
    response.writeHead(answer.status).end(answer.body);
  }

  #check(path: string, { headers, method }: IncomingMessage, body: string): boolean {
    const id = String(headers['webhook-id'] ?? '');
    const event: FakeEvent = JSON.parse(body);
    const isWhole =
      headers['content-type'] === 'application/json' &&
      /^[\w-]{36}$/.test(id) &&
      /^\d{10}$/.test(String(headers['webhook-timestamp'])) &&
      /^v1,[\w+/]{43}=( v1,[\w+/]{43}=)*$/.test(String(headers['webhook-signature']));
    const isEvent = /^[\w.]+$/.test(event.type) && !Number.isNaN(Date.parse(event.timestamp));
    if (method !== 'POST' || !isWhole || !isEvent) return false;
    const secret = this.secrets.get(path);
    if (secret !== undefined) {
      // 24 to 64 bytes.
      const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length;
      if (!secret.startsWith('whsec_') || bytes < 24 || bytes > 64) return false;
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
