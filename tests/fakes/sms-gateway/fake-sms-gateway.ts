/** A provider of SMS as those in Thailand are: a form, a key in a header, and JSON that says what became of it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer, readBody } from '../loopback-server.ts';

export const gatewaySecret = 'a2V5OnNlY3JldA==';
/** The name that is registered there. */
const gatewaySender = 'FaiWatch';

/** How an operator writes it down; `at` is where it runs. */
export function gatewaySettings(at: string) {
  return {
    way: 'gateway',
    url: `${at}/sms`,
    headers: 'Authorization: Basic {secret}',
    body: 'msisdn={digits}&message={text}&sender={sender}&ref={id}',
    sender: gatewaySender,
    secret: gatewaySecret,
    success: 'phone_number_list.0.message_id',
  } as const;
}

export interface GatewaySms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The reference that came with it. */
  readonly reference: string;
}

export type GatewayFault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  /** It says 201 and takes nothing. */
  | { readonly kind: 'bad number' }
  /** Taken, and cut before the answer. */
  | { readonly kind: 'drop' }
  /** Cut before anything is taken. */
  | { readonly kind: 'cut' };

export class FakeSmsGateway {
  readonly taken: GatewaySms[] = [];
  readonly #faults: GatewayFault[] = [];
  readonly #server = new LoopbackServer(0, (request, response) => {
    this.#take(request, response).catch(() => response.writeHead(500).end());
  });

  open(): Promise<void> {
    return this.#server.open();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  failNext(fault: GatewayFault): void {
    this.#faults.push(fault);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString();
    const fault = this.#faults.shift();
    if (fault?.kind === 'cut') return void response.destroy();
    const { status, body: answer, headers } = this.#judge(request, body, fault);
    if (fault?.kind === 'drop') return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answer));
  }

  #judge({ headers, method, url }: IncomingMessage, body: string, fault?: GatewayFault): Answer {
    if (fault?.kind === 'status') {
      const answer = { error: { name: 'ERROR', code: fault.status } };
      return { status: fault.status, body: answer, headers: fault.headers };
    }
    if (method !== 'POST' || url !== '/sms') return { status: 404, body: {} };
    if (headers.authorization !== `Basic ${gatewaySecret}`) {
      return { status: 401, body: { error: { name: 'ERROR_AUTHENTICATION' } } };
    }
    const form = new URLSearchParams(body);
    const number = form.get('msisdn') ?? '';
    const text = form.get('message') ?? '';
    const isWhole =
      headers['content-type'] === 'application/x-www-form-urlencoded' &&
      [...form.keys()].join() === 'msisdn,message,sender,ref' &&
      text !== '' &&
      form.get('sender') === gatewaySender;
    if (!isWhole) return { status: 400, body: { error: { name: 'ERROR_PARAMETER' } } };
    if (!/^66\d{8,9}$/.test(number) || fault?.kind === 'bad number') {
      const bad = [{ number, message: 'Invalid mobile number' }];
      return { status: 201, body: { phone_number_list: [], bad_phone_number_list: bad } };
    }
    this.taken.push({ to: `+${number}`, text, reference: form.get('ref') ?? '' });
    const list = [{ number, message_id: `m${this.taken.length}`, used_credit: 1 }];
    return { status: 201, body: { phone_number_list: list, bad_phone_number_list: [] } };
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string> | undefined;
}

export async function startFakeSmsGateway(): Promise<FakeSmsGateway> {
  const fake = new FakeSmsGateway();
  await fake.open();
  return fake;
}
