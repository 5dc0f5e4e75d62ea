/**
 * Twilio's calls as documented (https://www.twilio.com/docs/voice/api/call-resource), with phones behind them that
 * do as a test says. It refuses what Twilio refuses, and fields that it does not know.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer, readBody } from '../loopback-server.ts';
import { readTwiml } from './read-twiml.ts';
import { type Heard, recognise } from './recognise.ts';

export const twilioAccount = {
  account: 'AC0123456789abcdef0123456789abcdef',
  token: 'fedcba9876543210fedcba9876543210',
  from: '+6620001234',
} as const;

/** What a phone does when it rings. */
export type Phone =
  /** Answers, and presses these keys, one each time it is asked. Then it listens to the end. */
  | { readonly does: 'answers'; readonly keys: string }
  | { readonly does: 'busy' | 'no-answer' | 'failed' }
  /** Answers and says something by itself: presses nothing. */
  | { readonly does: 'voice mail' }
  /** Rings until it is told otherwise. */
  | { readonly does: 'rings' }
  /** Rings until it was asked so often how it does; then its red button is pressed, which Twilio calls busy. */
  | { readonly does: 'refuses'; readonly looks: number }
  /** Stays on the line whatever it is told. */
  | { readonly does: 'stays' };

export type TwilioFault =
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly code: number;
      readonly retryAfter?: number;
    }
  /** The call is made, and the answer is lost. */
  | { readonly kind: 'drop' }
  /** Cut before anything is made. */
  | { readonly kind: 'cut' };

export interface FakeCall {
  readonly sid: string;
  readonly to: string;
  status: 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';
  /** Each time somebody listened. */
  readonly heard: Heard[];
  /** What went wrong while it was told what to do. */
  readonly complaints: string[];
}

const fieldsOfCall = ['To', 'From', 'Twiml', 'Timeout', 'TimeLimit'];

export class FakeTwilio {
  readonly calls: FakeCall[] = [];
  /** By number. Others answer and press 1. */
  readonly phones = new Map<string, Phone>();
  /** Where the public address leads in the test. */
  reach: (address: string) => string = (address) => address;
  /** Names of sites that it knows again: their samples. */
  readonly names: Int16Array[] = [];
  accountStatus = 'active';
  readonly #faults: TwilioFault[] = [];
  /** By call. */
  readonly #told = new Map<string, string>();
  /** By call that will be refused: how often it is still seen to ring. */
  readonly #looksLeft = new Map<string, number>();
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

  /** The next call that is to be made meets this. */
  failNext(fault: TwilioFault): void {
    this.#faults.push(fault);
  }

  /** Where a call fetches what is said first, and posts the key. */
  toldOf(call?: FakeCall): { readonly sound: string; readonly action: string } {
    const { play, action } = readTwiml(this.#told.get(call?.sid ?? '') ?? '');
    return { sound: play, action: action ?? '' };
  }

  /** Ends a call that rings or stays. */
  end(call: FakeCall, status: FakeCall['status'] = 'completed'): void {
    call.status = status;
  }

  /** Posts keys as Twilio does; the address is signed as it was given. */
  async post(
    action: string,
    fields: Readonly<Record<string, string>>,
    token: string = twilioAccount.token,
  ): Promise<Response> {
    const text = Object.keys(fields)
      .sort()
      .reduce((all, name) => all + name + fields[name], action);
    return fetch(this.reach(action), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64'),
      },
      body: new URLSearchParams(fields),
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString();
    const { account, token } = twilioAccount;
    const answer = (status: number, content: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(content));
    };
    const refuse = (status: number, code: number, message = `error ${code}`) =>
      answer(status, {
        code,
        message,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      });
    const url = new URL(request.url ?? '/', this.url);
    const login = Buffer.from(`${account}:${token}`).toString('base64');
    if (request.headers.authorization !== `Basic ${login}`)
      return refuse(401, 20003, 'Authenticate');
    const base = `/2010-04-01/Accounts/${account}`;
    if (!url.pathname.startsWith(base)) return refuse(404, 20404);
    const path = url.pathname.slice(base.length);
    if (request.method === 'GET' && path === '.json') {
      return answer(200, { sid: account, friendly_name: 'Shop', status: this.accountStatus });
    }
    if (request.method === 'GET' && path === '/Calls.json') {
      const to = url.searchParams.get('To');
      const size = Number(url.searchParams.get('PageSize') ?? 50);
      const found = this.calls.filter((call) => to === null || call.to === to).reverse();
      return answer(200, { calls: found.slice(0, size).map(show) });
    }
    const [, sid] = /^\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(path) ?? [];
    if (sid !== undefined) {
      const call = this.calls.find((one) => one.sid === sid);
      if (call === undefined) return refuse(404, 20404);
      this.#look(call);
      if (request.method === 'POST') {
        if (body === 'Status=canceled') {
          if (call.status === 'ringing') call.status = 'canceled';
        } else if (body === 'Status=completed') call.status = 'completed';
        else return refuse(400, 21218);
      }
      return answer(200, show(call));
    }
    if (request.method !== 'POST' || path !== '/Calls.json') return refuse(404, 20404);

    const fault = this.#faults.shift();
    if (fault?.kind === 'cut') return void response.destroy();
    if (fault?.kind === 'error') {
      const headers =
        fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` };
      return answer(fault.status, { code: fault.code, message: 'told to' }, headers);
    }
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded;charset=UTF-8') {
      return refuse(415, 20415);
    }
    const form = new URLSearchParams(body);
    const wrong = findWrong(form);
    if (wrong !== null) return refuse(400, wrong);
    const to = form.get('To') ?? '';
    const call: FakeCall = {
      sid: `CA${crypto.randomUUID().replaceAll('-', '')}`,
      ...{ to, status: 'ringing', heard: [], complaints: [] },
    };
    this.calls.push(call);
    this.#told.set(call.sid, form.get('Twiml') ?? '');
    const isPlayed = this.#play(call, form.get('Twiml') ?? '').catch((error: unknown) => {
      call.complaints.push(String(error));
      call.status = 'completed';
    });
    if (fault?.kind === 'drop') {
      await isPlayed;
      return void response.destroy();
    }
    answer(201, { ...show(call), status: 'queued' });
  }

  #look(call: FakeCall): void {
    const left = this.#looksLeft.get(call.sid);
    if (left === undefined || call.status !== 'ringing') return;
    this.#looksLeft.set(call.sid, left - 1);
    if (left === 0) call.status = 'busy';
  }

  async #play(call: FakeCall, first: string): Promise<void> {
    const phone = this.phones.get(call.to) ?? { does: 'answers', keys: '1' };
    if (phone.does === 'rings') return;
    if (phone.does === 'refuses') {
      this.#looksLeft.set(call.sid, phone.looks);
      return;
    }
    if (phone.does !== 'answers' && phone.does !== 'voice mail' && phone.does !== 'stays') {
      call.status = phone.does;
      return;
    }
    call.status = 'in-progress';
    const keys = phone.does === 'answers' ? [...phone.keys] : [];
    for (let twiml = first; ; ) {
      const told = readTwiml(twiml);
      const sound = await fetch(this.reach(told.play));
      if (!sound.ok || sound.headers.get('content-type') !== 'audio/wav') {
        throw new Error(`no sound: ${sound.status}`);
      }
      call.heard.push(recognise(await sound.bytes(), this.names));
      const key = told.action === null ? undefined : keys.shift();
      if (key === undefined || told.action === null) break;
      const fields = {
        ...{ AccountSid: twilioAccount.account, ApiVersion: '2010-04-01', CallSid: call.sid },
        ...{ CallStatus: 'in-progress', Digits: key, FinishedOnKey: '', To: call.to },
        ...{ From: twilioAccount.from, Direction: 'outbound-api', msg: 'Gather End' },
      };
      const answer = await this.post(told.action, fields);
      if (!answer.ok) throw new Error(`keys: ${answer.status} ${await answer.text()}`);
      twiml = await answer.text();
    }
    if (phone.does !== 'stays') call.status = 'completed';
  }
}

function show({ sid, status, to }: FakeCall) {
  return { sid, status, to, from: twilioAccount.from, direction: 'outbound-api' };
}

/** The code of Twilio's error. Null: nothing is wrong. */
function findWrong(form: URLSearchParams): number | null {
  if ([...form.keys()].some((field) => !fieldsOfCall.includes(field))) return 20001;
  if (form.size !== new Set(form.keys()).size) return 20001;
  if (form.get('From') !== twilioAccount.from) return 21210;
  if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? '')) return 21211;
  const twiml = form.get('Twiml') ?? '';
  if (twiml === '' || twiml.length > 4_000) return 21205;
  const whole = (name: string, most: number) => {
    const value = form.get(name) ?? '';
    return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most;
  };
  return whole('Timeout', 600) && whole('TimeLimit', 14_400) ? null : 20001;
}

export async function startFakeTwilio(): Promise<FakeTwilio> {
  const fake = new FakeTwilio();
  await fake.open();
  return fake;
}
