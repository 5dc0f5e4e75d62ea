/** Every door of a server that takes a token, code or secret link; for the test that tries each with all of them. */
import { AnswerParser } from '../../scripts/bench/lib/mqtt-answers.ts';
import { encodeConnect } from '../../scripts/bench/lib/mqtt-packets.ts';
import { readArrival } from '../../src/http/engine/arrival.ts';
import { readCalls } from '../api/world.ts';
import { type FakeLine, lineUser } from '../fakes/line/fake-line.ts';
import type { App } from './app.ts';

export interface TokenDoor {
  readonly name: string;
  /** Shows a token there. @returns what is answered, as one text */
  show(token: string): Promise<string>;
}

/** What the other fields of a call hold, so that only the token is wrong. */
export interface RightAnswers {
  readonly phone: string;
  readonly number: string;
  readonly username: string;
  /** A new one each time: it may be tried five times. */
  readonly challenge: () => string;
  readonly homeName: string;
  readonly nodeSecret: string;
  readonly customerTokens: Readonly<Record<string, string>>;
  readonly operatorToken: string;
}

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

let tries = 0;

/** Each try comes from a household of its own, so that no limit answers in the door's place. */
const newAddress = () => {
  tries += 1;
  return `198.${18 + (tries >> 16)}.${(tries >> 8) & 255}.${tries & 255}`;
};

async function send(app: App, { path, method, token, body, headers }: Sent): Promise<string> {
  const answer = await fetch(`${app.url}${path}`, {
    ...{ method, redirect: 'manual' },
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status === 429) throw new Error(`a limit answers at ${method} ${path}`);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await answer.body?.cancel();
    return `${answer.status} stream`;
  }
  return `${answer.status} ${answer.headers.get('location') ?? ''} ${await answer.text()}`;
}

/** Where the texts of a body stand, each as a path of names. */
function textsIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...at]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...at, name]));
}

function withText(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const fields = value as Record<string, unknown>;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

/** Every place of the calls that need no log-in where a text can stand. */
async function publicDoors(app: App, right: RightAnswers): Promise<TokenDoor[]> {
  const known: Readonly<Record<string, () => string>> = {
    phone: () => right.phone,
    username: () => right.username,
    challenge: right.challenge,
  };
  const calls = (await readCalls()).filter(({ spec }) => spec.access === 'public');
  return calls.flatMap(({ method, path, operation }) => {
    const parameters = (operation.parameters ?? []).map(({ name, in: where }) => ({ name, where }));
    const content = operation.requestBody?.content['application/json'];
    const filled = () =>
      Object.fromEntries(
        Object.entries((content?.example ?? {}) as object).map(([name, value]) => [
          name,
          known[name]?.() ?? value,
        ]),
      );
    const url = (slot: string, token: string) => {
      const address = parameters.reduce(
        (text, { name }) => text.replace(`{${name}}`, name === slot ? token : 'x'),
        path.replace('{report}', '{report}.pdf').replace('{calendar}', '{calendar}.ics'),
      );
      const isQuery = parameters.some(({ name, where }) => name === slot && where === 'query');
      return isQuery ? `${address}?${slot}=${encodeURIComponent(token)}` : address;
    };
    const body = () => (content === undefined ? {} : { body: filled() });
    return [
      ...parameters.map(({ name }) => ({
        name: `${method} ${path} ${name}`,
        show: (token: string) => send(app, { method, path: url(name, token), ...body() }),
      })),
      ...textsIn(filled()).map((at) => ({
        name: `${method} ${path} ${at.join('.')}`,
        show: (token: string) =>
          send(app, { method, path: url('', ''), body: withText(filled(), at, token) }),
      })),
    ];
  });
}

/** One call of each kind of access that wants somebody to be logged in. */
function bearerDoors(app: App): TokenDoor[] {
  const heartbeat = { ...app.board().heartbeat() };
  const asked: readonly (Sent & { readonly as: string })[] = [
    { as: 'customer', method: 'GET', path: '/api/customer/stats' },
    { as: 'viewer', method: 'GET', path: '/api/devices' },
    { as: 'owner', method: 'GET', path: '/api/channels' },
    { as: 'account', method: 'GET', path: '/api/account/sessions' },
    { as: 'metrics', method: 'GET', path: '/metrics' },
    { as: 'stream', method: 'GET', path: '/api/stream' },
    { as: 'device', method: 'POST', path: '/api/device/v1/heartbeat', body: heartbeat },
  ];
  return asked.map(({ as, ...sent }) => ({
    name: `bearer ${as}`,
    show: (token) => send(app, { ...sent, token }),
  }));
}

/** What only somebody who is logged in can show, as each who may try. */
function insideDoors(
  app: App,
  { customerTokens, operatorToken, number }: RightAnswers,
): TokenDoor[] {
  return [
    ...Object.entries(customerTokens).map(([who, token]) => ({
      name: `POST /api/customer/sms/confirm as ${who}`,
      show: (code: string) =>
        send(app, {
          ...{ method: 'POST', path: '/api/customer/sms/confirm', token },
          body: { address: number, code },
        }),
    })),
    ...['password', 'code', 'oidc'].map((field) => ({
      name: `POST /api/auth/reauthenticate ${field}`,
      show: (given: string) =>
        send(app, {
          ...{ method: 'POST', path: '/api/auth/reauthenticate', token: operatorToken },
          body: { [field]: given },
        }),
    })),
  ];
}

function headerDoors(app: App, { nodeSecret }: RightAnswers): TokenDoor[] {
  return [
    {
      name: 'cookie of the OpenID log-in',
      show: (token) =>
        send(app, {
          ...{ method: 'GET', path: '/api/auth/oidc/callback' },
          headers: { Cookie: `faiwatch-oidc=${token}` },
        }),
    },
    {
      name: 'signature of LINE',
      show: (token) =>
        send(app, {
          ...{ method: 'POST', path: '/api/line/webhook', body: { events: [] } },
          headers: { 'X-Line-Signature': token },
        }),
    },
    {
      name: 'machine of a cluster',
      async show(token) {
        const headers = { 'x-faiwatch-node': token, 'x-forwarded-for': '192.0.2.1' };
        const request = new Request('http://localhost/', { headers });
        return readArrival(request, null, { trustProxy: false, isTls: false, nodeSecret }).address;
      },
    },
    {
      name: 'page of the public status',
      show: (token) => send(app, { method: 'GET', path: `/status/link?ticket=${token}` }),
    },
  ];
}

/** Chats that nobody has connected; each try is another person's. */
function chatDoors(app: App, line: FakeLine, { phone }: RightAnswers): TokenDoor[] {
  const written = (token: string) => ({
    'as it is': token,
    'to /start': `/start ${token}`,
    'as a link': `/start link_${token}`,
    'as a key': `/register ${phone} ${token}`,
  });
  const telegram = async (act: (chat: number) => void) => {
    tries += 1;
    const chat = 7_000_000 + tries;
    act(chat);
    await app.botHears();
    return app.textsTo(chat).join('\n');
  };
  const onLine = async (event: (user: string) => object) => {
    tries += 1;
    const user = lineUser(tries);
    line.meet(user, 'Stranger');
    const status = await line.tellBot(`${app.url}/api/line/webhook`, [event(user)]);
    await app.settle();
    return `${status}`;
  };
  const ways = Object.keys(written('')) as (keyof ReturnType<typeof written>)[];
  return [
    ...ways.map((way) => ({
      name: `Telegram ${way}`,
      show: (token: string) =>
        telegram((chat) => app.telegram.userSends(chat, written(token)[way])),
    })),
    ...ways.map((way) => ({
      name: `LINE ${way}`,
      show: (token: string) => onLine((user) => line.text(user, written(token)[way])),
    })),
    {
      name: 'LINE dialog',
      show: (nonce) =>
        onLine((user) => line.event(user, { type: 'accountLink', link: { result: 'ok', nonce } })),
    },
    { name: 'LINE button', show: (token) => onLine((user) => line.press(user, token)) },
    {
      name: 'LINE button that confirms',
      show: (token) => onLine((user) => line.press(user, `confirm:${token}`)),
    },
  ];
}

function brokerDoors(app: App, { homeName }: RightAnswers): TokenDoor[] {
  const connect = async (username: string, password: string) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const parser = new AnswerParser();
    const answers = { pubacks: 0, connack: -1 };
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: app.server.ready.mqtt ?? 0,
      socket: {
        binaryType: 'uint8array',
        data(_, bytes) {
          parser.parse(bytes, answers);
          resolve(answers.connack);
        },
        close: () => resolve(answers.connack),
      },
    });
    const packet = { clientId: 'tries', keepAliveSeconds: 60, username, password };
    socket.write(encodeConnect(packet));
    const code = await promise;
    socket.end();
    return `${code}`;
  };
  return [
    { name: 'MQTT of a board', show: (token) => connect(app.board().id, token) },
    { name: 'MQTT of a home automation', show: (token) => connect(homeName, token) },
  ];
}

export async function openTokenDoors(
  app: App,
  line: FakeLine,
  right: RightAnswers,
): Promise<TokenDoor[]> {
  return [
    ...(await publicDoors(app, right)),
    ...bearerDoors(app),
    ...insideDoors(app, right),
    ...headerDoors(app, right),
    ...chatDoors(app, line, right),
    ...brokerDoors(app, right),
  ];
}
