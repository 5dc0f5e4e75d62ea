/**
 * A provider of calls with a dialect of its own: JSON for what it is asked and what it asks, its own words for how a
 * call does, and keys that it posts as JSON. It signs nothing, refuses what is malformed, and lies when it is told to.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer, readBody } from '../loopback-server.ts';
import type { FakeCall, Phone } from '../twilio/fake-twilio.ts';
import { recognise } from '../twilio/recognise.ts';

const secret = 'key-of-the-provider-7';
const sender = '0200001234';

/** How an operator writes it down; `at` is where it runs. */
export function callTemplate(at: string) {
  return {
    way: 'template',
    method: 'POST',
    url: `${at}/v2/dial`,
    sender,
    secret,
    headers: 'X-Api-Key: {secret}',
    body: '{"callee":"{digits}","caller":"{sender}","flow":"{answer}","ring_seconds":{ring},"limit_seconds":{longest}}',
    id_path: 'result.ref',
    status_url: `${at}/v2/dial/{call}`,
    status_path: 'result.cause, result.state',
    status_words:
      'ringing: ALERTING; answered: TALKING; done: CLEARED; busy: SUBSCRIBER_BUSY; no-answer: NO_REPLY; failed: ABSENT, CONGESTION; no-number: UNALLOCATED; canceled: DROPPED',
    hang_up: `POST ${at}/v2/dial/{call}/actions\n{"action":"drop"}`,
    answer:
      '[{"play":"{sound}","times":2},{"collect":1,"seconds":{wait},"to":"{keys}"},{"drop":true}]',
    last_answer: '[{"play":"{sound}","times":1},{"drop":true}]',
    key_path: 'collected.0.key',
  } as const;
}

export type ProviderFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Instead of its own words. */
      readonly text?: string;
    }
  /** The call is made, and all is said, before the answer is lost. */
  | { readonly kind: 'drop' }
  /** The call is made and rings; the answer is lost, an error, without a name, with this name, or without an end. */
  | { readonly kind: 'rings and drops' | 'rings and fails' | 'nameless' | 'flood' }
  | { readonly kind: 'named'; readonly ref: string };

/** What is answered when it is asked how a call does. */
type LookFault = 'fails' | 'flood' | 'redirects' | 'never ends';

interface Flow {
  readonly play: string;
  readonly to: string | null;
}

interface Answer {
  readonly status: number;
  readonly content: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const causes: Readonly<Partial<Record<FakeCall['status'], string>>> = {
  completed: 'CLEARED',
  busy: 'SUBSCRIBER_BUSY',
  'no-answer': 'NO_REPLY',
  failed: 'ABSENT',
  canceled: 'DROPPED',
};

export class FakeCallProvider {
  readonly calls: FakeCall[] = [];
  /** By number. Others answer and press 1. */
  readonly phones = new Map<string, Phone>();
  /** Where the public address leads in the test. */
  reach: (address: string) => string = (address) => address;
  /** While it is set, looks meet this. */
  looksMeet: LookFault | null = null;
  /** Calls that it was told to end. */
  readonly hungUp: string[] = [];
  /** Requests that should never have come. */
  readonly strays: string[] = [];
  readonly #faults: ProviderFault[] = [];
  readonly #flows = new Map<string, string>();
  readonly #looksLeft = new Map<string, number>();
  readonly #server = new LoopbackServer(0, (request, response) => {
    this.#take(request, response).catch(() => response.destroy());
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
  failNext(fault: ProviderFault): void {
    this.#faults.push(fault);
  }

  /** Where a call asks what to do. */
  flowOf(call?: FakeCall): string {
    return this.#flows.get(call?.sid ?? '') ?? '';
  }

  /** What a call is told to do when it asks. */
  async askFlow(call?: FakeCall): Promise<Flow> {
    return readFlow(await fetch(this.reach(this.flowOf(call))));
  }

  end(call: FakeCall, status: FakeCall['status'] = 'completed'): void {
    call.status = status;
  }

  /** Posts a key as it does. */
  post(to: string, key: string): Promise<Response> {
    return this.postBody(to, JSON.stringify({ event: 'collected', collected: [{ key }] }));
  }

  postBody(to: string, body: string, type = 'application/json'): Promise<Response> {
    return fetch(this.reach(to), { method: 'POST', headers: { 'content-type': type }, body });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await readBody(request)).toString();
    const [, ref, action] = /^\/v2\/dial(?:\/([^/?]+)(\/actions)?)?$/.exec(request.url ?? '') ?? [];
    const isKnown = request.headers['x-api-key'] === secret;
    const give = ({ status, content, headers = {} }: Answer) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    };
    if (!isKnown) return give(refused(401, 'unknown key'));
    if (request.method === 'POST' && request.url === '/v2/dial') {
      return this.#dial(request, body, response, give);
    }
    const call = this.calls.find(({ sid }) => sid === decodeURIComponent(ref ?? ''));
    if (call === undefined) {
      this.strays.push(`${request.method} ${request.url}`);
      return give(refused(404, 'no such call'));
    }
    if (request.method === 'POST' && action !== undefined) {
      const isWhole = request.headers['content-type'] === 'application/json';
      if (!isWhole || body !== '{"action":"drop"}') return give(refused(422, 'no such action'));
      this.hungUp.push(call.sid);
      const isOn = call.status === 'ringing' || call.status === 'in-progress';
      if (isOn && this.looksMeet !== 'never ends') {
        call.status = call.status === 'ringing' ? 'canceled' : 'completed';
      }
      return give({ status: 202, content: { result: { ref: call.sid } } });
    }
    if (request.method !== 'GET' || action !== undefined) return give(refused(405, 'no'));
    if (this.looksMeet === 'fails') return give(refused(500, 'out of order'));
    if (this.looksMeet === 'redirects') {
      return give({ status: 302, content: {}, headers: { location: `${this.url}/elsewhere` } });
    }
    if (this.looksMeet === 'flood') return flood(response);
    this.#look(call);
    const cause = this.looksMeet === 'never ends' ? undefined : causes[call.status];
    const state = call.status === 'ringing' ? 'ALERTING' : 'TALKING';
    give({
      status: 200,
      content: {
        result: {
          ref: call.sid,
          state: cause === undefined ? state : 'ENDED',
          cause: cause ?? null,
        },
      },
    });
  }

  async #dial(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
    give: (answer: Answer) => void,
  ): Promise<void> {
    const fault = this.#faults.shift();
    if (fault?.kind === 'status') {
      const { status, headers = {}, text } = fault;
      return give({ ...refused(status, text ?? 'told to'), headers });
    }
    if (request.headers['content-type'] !== 'application/json') return give(refused(415, 'JSON'));
    const wish = readWish(body);
    if (wish === null) return give(refused(400, 'malformed'));
    const { callee, flow } = wish;
    if (!/^66\d{8,9}$/.test(callee)) return give(refused(404, 'no such country'));
    const ref = fault?.kind === 'named' ? fault.ref : `d:${crypto.randomUUID()}`;
    const call: FakeCall = {
      ...{ sid: ref, to: `+${callee}`, status: 'ringing', heard: [], complaints: [] },
    };
    this.calls.push(call);
    this.#flows.set(ref, flow);
    const isPlayed = this.#play(call, flow).catch((error: unknown) => {
      call.complaints.push(String(error));
      call.status = 'completed';
    });
    if (fault?.kind === 'drop') await isPlayed;
    if (fault?.kind === 'drop' || fault?.kind === 'rings and drops') {
      return void response.destroy();
    }
    if (fault?.kind === 'rings and fails') return give(refused(500, `flow ${flow} failed`));
    if (fault?.kind === 'flood') return flood(response);
    give({ status: 201, content: { result: fault?.kind === 'nameless' ? {} : { ref } } });
  }

  #look(call: FakeCall): void {
    const left = this.#looksLeft.get(call.sid);
    if (left === undefined || call.status !== 'ringing') return;
    this.#looksLeft.set(call.sid, left - 1);
    if (left === 0) call.status = 'busy';
  }

  async #play(call: FakeCall, flow: string): Promise<void> {
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
    for (let told = await readFlow(await fetch(this.reach(flow))); ; ) {
      const sound = await fetch(this.reach(told.play));
      if (!sound.ok || sound.headers.get('content-type') !== 'audio/wav') {
        throw new Error(`no sound: ${sound.status}`);
      }
      call.heard.push(recognise(await sound.bytes()));
      if (told.to === null) break;
      // It says so, too, when nobody pressed one.
      told = await readFlow(await this.post(told.to, keys.shift() ?? ''));
    }
    if (phone.does !== 'stays') call.status = 'completed';
  }
}

function refused(status: number, why: string): Answer {
  return { status, content: { failure: { code: status, why } } };
}

/** More than anybody wants to read. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(64 * 1024, ' ');
  let left = 16_384;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Null: a field is missing, is one too many, or is of another kind. */
function readWish(body: string): { readonly callee: string; readonly flow: string } | null {
  const wish = readJson(body);
  if (wish === null || Array.isArray(wish)) return null;
  const { callee, caller, flow, ring_seconds: ring, limit_seconds: limit } = wish;
  const isWhole =
    Object.keys(wish).sort().join() === 'callee,caller,flow,limit_seconds,ring_seconds' &&
    caller === sender &&
    typeof ring === 'number' &&
    limit === 60 &&
    typeof callee === 'string' &&
    typeof flow === 'string' &&
    /^https?:$/.test(URL.parse(flow)?.protocol ?? '');
  return isWhole ? { callee, flow } : null;
}

/** @throws Error when a step is not as this provider takes it */
async function readFlow(answer: Response): Promise<Flow> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`flow: ${answer.status} ${text}`);
  if (answer.headers.get('content-type') !== 'application/json') throw new Error('flow: no JSON');
  const steps: unknown = JSON.parse(text);
  const [play, collect] = Array.isArray(steps) ? steps : [];
  const shapes = JSON.stringify(Array.isArray(steps) ? steps.map((step) => Object.keys(step)) : []);
  if (shapes === '[["play","times"],["drop"]]') return { play: play.play, to: null };
  if (shapes === '[["play","times"],["collect","seconds","to"],["drop"]]') {
    if (collect.collect === 1 && collect.seconds === 5) return { play: play.play, to: collect.to };
  }
  throw new Error(`flow: ${text}`);
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

export async function startFakeCallProvider(): Promise<FakeCallProvider> {
  const fake = new FakeCallProvider();
  await fake.open();
  return fake;
}
