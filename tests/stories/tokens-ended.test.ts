/**
 * What is left of each token, link and open connection once its time is over: somebody logs out, a number changes, a
 * chat goes, an account is erased. Each customer has one of everything, and one thing happens to each of them.
 */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { AnswerParser } from '../../scripts/bench/lib/mqtt-answers.ts';
import { encodeConnect } from '../../scripts/bench/lib/mqtt-packets.ts';
import { makeMessageLink } from '../../src/actions/alerts/message-links.ts';
import { Tickets } from '../../src/actions/people/tickets.ts';
import type { LinkedAction } from '../../src/domain/alerts/linked-action.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { backUpAside } from '../../src/store/backups/back-up-aside.ts';
import { restoreBackup } from '../../src/store/backups/restore-backup.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { mailSettings, startFakeSmtp } from '../fakes/smtp/fake-smtp.ts';
import { type FakeTwilio, startFakeTwilio, twilioAccount } from '../fakes/twilio/fake-twilio.ts';
import { App, adminLogIn, firstChatId } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { StreamReader } from '../support/stream-reader.ts';

/** Says whether it still opens what it was made for, or is still open. */
type Kind = () => Promise<boolean>;

let asked = 0;

/** Each call comes from a household of its own, so that no limit answers in the door's place. */
async function send(app: App, method: string, path: string, token?: string, body?: unknown) {
  asked += 1;
  const answer = await fetch(app.url + path, {
    ...{ method, redirect: 'manual' },
    headers: {
      'X-Forwarded-For': `198.18.${asked >> 8}.${asked & 255}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer.status === 429) throw new Error(`a limit answers at ${method} ${path}`);
  return answer;
}

async function ask<T>(app: App, method: string, path: string, token?: string, body?: unknown) {
  const answer = await send(app, method, path, token, body);
  const said = await answer.text();
  expect(answer.status, `${method} ${path}: ${said}`).toBe(200);
  await app.settle();
  return JSON.parse(said) as T;
}

async function isGood(app: App, method: string, path: string, token?: string, body?: unknown) {
  const answer = await send(app, method, path, token, body);
  await answer.body?.cancel();
  return answer.status === 200;
}

async function openStream(app: App, token: string): Promise<Kind> {
  const { body, status } = await send(app, 'GET', '/api/stream', token);
  expect(status).toBe(200);
  if (body === null) throw new Error('there is no stream');
  const reader = new StreamReader(body);
  return async () => reader.end === null;
}

/** Connects a home automation. */
async function connectHome(app: App, username: string, password: string) {
  const state = { isOpen: true };
  const { promise, resolve } = Promise.withResolvers<number>();
  const parser = new AnswerParser();
  const answers = { pubacks: 0, connack: -1 };
  const socket = await Bun.connect({
    ...{ hostname: '127.0.0.1', port: app.server.ready.mqtt ?? 0 },
    socket: {
      binaryType: 'uint8array',
      data(_, bytes) {
        parser.parse(bytes, answers);
        resolve(answers.connack);
      },
      close() {
        state.isOpen = false;
        resolve(-1);
      },
    },
  });
  socket.write(encodeConnect({ clientId: 'home', keepAliveSeconds: 600, username, password }));
  const isTaken = (await promise) === 0;
  return { isTaken, isOpen: async () => state.isOpen, end: () => socket.end() };
}

/** The broker in everybody's house, to which each customer has their sites published by another name. */
class Houses {
  readonly #connected = new Map<string, string>();
  readonly #sockets = new Set<Socket>();
  port = 0;

  async open(): Promise<() => void> {
    const broker = await Aedes.createBroker();
    broker.authenticate = (client, username, _password, done) => {
      // What is logged in to be tried out goes at once.
      if (!client.id.endsWith('-test')) this.#connected.set(client.id, username ?? '');
      done(null, true);
    };
    broker.on('clientDisconnect', ({ id }) => void this.#connected.delete(id));
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      void broker.handle(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
    return () => {
      for (const socket of this.#sockets) socket.destroy();
      server.close();
      broker.close();
    };
  }

  isConnected(username: string): boolean {
    return [...this.#connected.values()].includes(username);
  }
}

interface FarEnds {
  linkOf(action: LinkedAction): string;
  mailTo(address: string): Promise<string>;
  /** Where the provider of calls posts a key that is pressed in one about this message. */
  keysOf(phone: string, notificationId: number): string;
  readonly twilio: FakeTwilio;
  readonly houses: Houses;
}

type Portal = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** What shows an account without a session or a chat. */
async function openLasting(
  app: App,
  portal: Portal,
  house: string,
  { houses }: FarEnds,
): Promise<Record<string, Kind>> {
  const calendar = await portal<{ data: { path: string } }>('POST', 'calendar');
  const today = new Date(app.time.wallMs).toISOString().slice(0, 10);
  const report = await portal<{ data: { path: string } }>('POST', 'report-shares', {
    ...{ from: today, to: today, language: 'en', days: 7 },
  });
  const { data: home } = await portal<{ data: { username: string; password: string } }>(
    'POST',
    'home-automation',
  );
  const connected = await connectHome(app, home.username, home.password);
  expect(connected.isTaken).toBe(true);
  const url = `mqtt://127.0.0.1:${houses.port}`;
  await portal('PUT', 'home-broker', { url, username: house, password: 'its own' });
  for (let wait = 0; wait < 10 && !houses.isConnected(house); wait += 1) {
    await app.advance('1 s');
    await Bun.sleep(5);
  }
  expect(houses.isConnected(house)).toBe(true);
  return {
    'calendar’s address': () => isGood(app, 'GET', calendar.data.path),
    'shared report': () => isGood(app, 'GET', report.data.path),
    'home that is connected': connected.isOpen,
    'password of the home': async () => {
      const again = await connectHome(app, home.username, home.password);
      again.end();
      connected.end();
      return again.isTaken;
    },
    'broker of their own': async () => {
      await Bun.sleep(5);
      return houses.isConnected(house);
    },
  };
}

class Customer {
  readonly #app: App;
  readonly index: number;
  readonly chat: number;
  id = 0;
  phone = '';
  key = '';
  keyRef = '';
  /** Another session of the owner's, which does what happens. */
  acting = '';
  session = '';
  stop = '';
  contact = 0;
  kinds: Readonly<Record<string, Kind>> = {};

  constructor(app: App, index: number) {
    this.#app = app;
    this.index = index;
    this.chat = firstChatId + index;
  }

  get board() {
    return this.#app.board(this.index);
  }

  readonly portal: Portal = <T>(method: string, path: string, body?: unknown) =>
    ask<T>(this.#app, method, `/api/customer/${path}`, this.acting, body);

  readonly recipient = (address: string) =>
    this.#app.data.readNumber('SELECT id FROM recipients WHERE address = ?', address);

  get told(): string {
    return `told${this.index}@example.com`;
  }

  /** A phone that is called. */
  get called(): string {
    return `+6681234${1000 + this.index}`;
  }

  async #logInByChat(): Promise<string> {
    const app = this.#app;
    const links = () => app.textsTo(this.chat).filter((text) => text.includes('#login='));
    const before = links().length;
    app.telegram.userSends(this.chat, '/login');
    await app.botHears();
    // A chat gets a message a second.
    await app.advance('2 s');
    const link = links().length > before ? links().at(-1) : undefined;
    return /#login=([\w-]+)/.exec(link ?? '')?.[1] ?? '';
  }

  /** A loss that is over, told by a call. @returns what says whether a key that is pressed in it is heard */
  #callAbout(phone: string, { keysOf, twilio }: FarEnds): Kind {
    const { data, time } = this.#app;
    const row = this.index + 1;
    const now = time.wallMs;
    data.write(
      `INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at, recover_at, confirmed_at)
        VALUES (?, ?, 'mains', ?, 'reported', ?, ?, ?)`,
      ...[row, this.id, now - 9_000, now - 9_000, now - 5_000, now - 4_000],
    );
    const outage = data.readNumber('SELECT max(id) FROM outages WHERE device_row = ?', row);
    data.write(
      `INSERT INTO notifications (outage_id, customer_id, kind, channel, recipient, language, status, due_at, next_attempt_at, created_at)
        VALUES (?, ?, 'alert', 'call', ?, 'en', 'sent', ?, ?, ?)`,
      ...[outage, this.id, phone, now, now, now],
    );
    const told = data.readNumber('SELECT max(id) FROM notifications WHERE recipient = ?', phone);
    const keys = keysOf(phone, told);
    const fields = { AccountSid: twilioAccount.account, To: phone, Digits: '1' };
    return async () => {
      const forged = await twilio.post(keys, fields, 'another token');
      expect(forged.status).toBe(403);
      await twilio.post(keys, fields);
      const heard = data.read('SELECT 1 FROM outages WHERE id = ? AND acknowledged_at > 0', outage);
      return heard.length > 0;
    };
  }

  async open(farEnds: FarEnds) {
    const { linkOf, mailTo } = farEnds;
    const app = this.#app;
    const { portal, index } = this;
    this.key = generateActivationKey((count) => new Uint8Array(count).fill(index + 1));
    app.data.write(
      'UPDATE activation_keys SET key_code = ? WHERE device_row = ?',
      this.key,
      index + 1,
    );
    const [row] = app.data.read<{ id: number; phone: string; ref: string }>(
      'SELECT c.id, c.phone, k.ref FROM customers c JOIN activation_keys k ON k.customer_id = c.id WHERE k.key_code = ?',
      this.key,
    );
    if (row === undefined) throw new Error('there is no customer');
    ({ id: this.id, phone: this.phone, ref: this.keyRef } = row);
    const byKey = { phone: this.phone, activationKey: this.key };
    const logIn = async () =>
      (await ask<{ token: string }>(app, 'POST', '/api/auth/customer-login', undefined, byKey))
        .token;
    this.acting = await logIn();
    this.session = await logIn();
    const { session, told } = this;
    const chatSession = await ask<{ token: string }>(
      app,
      'POST',
      '/api/auth/link-login',
      undefined,
      {
        token: await this.#logInByChat(),
      },
    );
    const made = await portal<{ data: { id: number } }>('POST', 'contacts', { name: 'Nok' });
    this.contact = made.data.id;
    const ofContact = `nok${index}@example.com`;
    const insert =
      "INSERT INTO recipients (customer_id, channel, address, contact_id, created_at) VALUES (?, 'email', ?, ?, 1)";
    app.data.write(insert, this.id, told, null);
    app.data.write(insert, this.id, ofContact, this.contact);
    app.data.write(
      "INSERT INTO recipients (customer_id, channel, address, created_at) VALUES (?, 'call', ?, 1)",
      ...[this.id, this.called],
    );
    const mailed = (address: string, action: 'acknowledge' | 'stop') =>
      linkOf({
        ...{ channel: 'email', address },
        ...(action === 'stop' ? { do: 'stop' } : { do: 'acknowledge', notificationId: 1 }),
      });
    this.stop = mailed(told, 'stop');
    const question = `asked${index}@example.com`;
    await portal('POST', 'email', { address: question });
    const confirm = await mailTo(question);
    const telegram = await portal<{ link: string }>('POST', 'telegram-link');
    const link = /start=(link_[\w-]+)/.exec(telegram.link)?.[1] ?? '';
    const device = await app.connect(this.board);
    const login = await this.#logInByChat();
    const stats = '/api/customer/stats';
    const logsIn = (door: string, body: object) =>
      isGood(app, 'POST', `/api/auth/${door}`, undefined, body);
    const follow = (ticket: string) => () =>
      isGood(app, 'GET', `/api/message-link?ticket=${ticket}`);
    this.kinds = {
      session: () => isGood(app, 'GET', stats, session),
      'its live stream': await openStream(app, session),
      'session of the chat': () => isGood(app, 'GET', stats, chatSession.token),
      'live stream of the chat': await openStream(app, chatSession.token),
      'link in a mail': follow(mailed(told, 'acknowledge')),
      'link in a contact’s mail': follow(mailed(ofContact, 'acknowledge')),
      'mailed question': follow(confirm),
      ...(await openLasting(app, portal, `house${index}`, farEnds)),
      'key pressed in a call': this.#callAbout(this.called, farEnds),
      'board that is connected': async () => device.isConnected,
      'token of the board': async () =>
        isGood(app, 'POST', '/api/device/v1/heartbeat', this.board.token, this.board.heartbeat()),
      'link for Telegram': async () => {
        const stranger = 7_000_000 + this.index;
        app.telegram.userSends(stranger, `/start ${link}`);
        await app.botHears();
        const count = 'SELECT count(*) FROM recipients WHERE address = ?';
        return app.data.readNumber(count, `${stranger}`) > 0;
      },
      'link to log in': () => logsIn('link-login', { token: login }),
      'log-in by the chat': async () => {
        const link = { token: await this.#logInByChat() };
        return link.token !== '' && logsIn('link-login', link);
      },
      key: () => logsIn('customer-login', byKey),
    };
  }
}

type Happening = (customer: Customer, app: App, operator: string) => Promise<unknown>;

const edit =
  (fields: object): Happening =>
  ({ id }, app, operator) =>
    ask(app, 'PUT', `/api/customers/${id}`, operator, fields);

/** A backup has all of it; by now the key has another code, the chat may not log in, and the calendar has ended. */
async function restore({ portal, keyRef, recipient, chat }: Customer, app: App): Promise<void> {
  const path = databasePath(app.data.dir);
  const backup = join(app.data.dir, 'before.db.zst');
  const migrationsDir = 'drizzle';
  await app.stopServer();
  const store = openStore(path, { migrationsDir });
  await backUpAside(store, backup, { appVersion: '1.0.0', nowMs: app.time.wallMs });
  store.close();
  await app.startServer();
  await portal('POST', 'keys/replace-codes', { key_ids: [keyRef] });
  await portal('PUT', `recipients/${recipient(`${chat}`)}`, { may_log_in: false });
  await portal('DELETE', 'calendar');
  await app.stopServer();
  const keepAs = join(app.data.dir, 'kept.db');
  await restoreBackup(backup, { path, keepAs, migrationsDir, nowMs: app.time.wallMs });
  await app.startServer();
}

const ofSession = ['session', 'its live stream'];
const ofChat = ['session of the chat', 'live stream of the chat', 'link to log in'];
const chatsLogIn = 'log-in by the chat';
const logIns = [...ofSession, ...ofChat];
const toJoin = ['mailed question', 'link for Telegram'];
const lasting = [
  'calendar’s address',
  'shared report',
  'home that is connected',
  'password of the home',
  'broker of their own',
];
const ofBoard = ['board that is connected', 'token of the board'];
const ofMail = ['link in a mail', 'link in a contact’s mail'];

/** What happens, and what opens nothing from then on, or was open and has ended. All else goes on. */
const story: Readonly<Record<string, readonly [happens: Happening, ...ended: string[]]>> = {
  'nothing happens': [async () => {}],
  'the owner logs out': [
    ({ session }, app) => ask(app, 'POST', '/api/auth/logout', session),
    ...ofSession,
  ],
  'the owner logs out everywhere': [
    ({ session }, app) => ask(app, 'POST', '/api/auth/logout-everywhere', session),
    ...logIns,
    ...toJoin,
  ],
  'its session is ended from the list': [
    async ({ acting, index }, app) => {
      const { data } = await ask<{ data: { id: string; method: string; is_current: boolean }[] }>(
        ...([app, 'GET', '/api/account/sessions', acting] as const),
      );
      const other = data.find(({ method, is_current: isOwn }) => method === 'key' && !isOwn);
      await ask(app, 'DELETE', `/api/account/sessions/${other?.id ?? index}`, acting);
    },
    ...ofSession,
    ...toJoin,
  ],
  'the number is changed': [
    (customer, app, operator) =>
      edit({ phone: `+6689999${1000 + customer.index}` })(customer, app, operator),
    ...logIns,
    ...toJoin,
    ...lasting,
    'key',
  ],
  'the customer is made inactive': [
    edit({ is_active: false }),
    ...logIns,
    ...toJoin,
    ...lasting,
    chatsLogIn,
    'key',
  ],
  'the key is renewed': [
    ({ key }, app, operator) =>
      ask(app, 'POST', `/api/keys/${key}/renew`, operator, { months: 12 }),
  ],
  'the key is revoked': [
    ({ key }, app, operator) => ask(app, 'POST', `/api/keys/${key}/revoke`, operator),
    ...logIns,
    ...toJoin,
    ...ofBoard,
    'key',
  ],
  'the key gets another code': [
    ({ portal, keyRef }) => portal('POST', 'keys/replace-codes', { key_ids: [keyRef] }),
    ...ofSession,
    ...toJoin,
    'key',
  ],
  'the chat may log in no longer': [
    ({ portal, recipient, chat }) =>
      portal('PUT', `recipients/${recipient(`${chat}`)}`, { may_log_in: false }),
    ...ofChat,
    ...toJoin,
    chatsLogIn,
  ],
  'the chat is disconnected': [
    ({ portal, recipient, chat }) => portal('DELETE', `recipients/${recipient(`${chat}`)}`),
    ...ofChat,
    ...toJoin,
    chatsLogIn,
  ],
  'the address is removed': [
    ({ portal, recipient, told }) => portal('DELETE', `recipients/${recipient(told)}`),
    ...toJoin,
    'link in a mail',
  ],
  'its reader pressed stop': [
    ({ stop }, app) => ask(app, 'POST', `/api/message-link?ticket=${stop}`),
    ...toJoin,
    'link in a mail',
  ],
  'the contact is removed': [
    ({ portal, contact }) => portal('DELETE', `contacts/${contact}`),
    ...toJoin,
    'link in a contact’s mail',
  ],
  'the phone that is called is removed': [
    ({ portal, recipient, called }) => portal('DELETE', `recipients/${recipient(called)}`),
    ...toJoin,
    'key pressed in a call',
  ],
  'the key goes to another customer': [
    async ({ key, index }, app, operator) => {
      const phone = `+6687777${1000 + index}`;
      const { data } = await ask<{ data: { id: number } }>(
        ...([app, 'POST', '/api/customers', operator, { phone, name: 'Somebody else' }] as const),
      );
      await ask(app, 'PUT', `/api/keys/${key}`, operator, { customer_id: data.id });
    },
    ...logIns,
    ...toJoin,
    'key pressed in a call',
    'key',
  ],
  'the board is released': [
    ({ board }, app, operator) => ask(app, 'POST', `/api/devices/${board.id}/release`, operator),
    ...ofBoard,
    'key pressed in a call',
  ],
  'the account is erased': [
    ({ id }, app, operator) => ask(app, 'POST', `/api/customers/${id}/erase`, operator),
    ...logIns,
    ...toJoin,
    ...lasting,
    ...ofBoard,
    ...ofMail,
    chatsLogIn,
    'key',
    'key pressed in a call',
  ],
  'a backup from before all of it is restored': [
    restore,
    ...logIns,
    ...toJoin,
    ...lasting,
    chatsLogIn,
    'board that is connected',
    'key',
  ],
};

async function openWorld(stack: AsyncDisposableStack, devices: number) {
  const houses = new Houses();
  stack.defer(await houses.open());
  const twilio = await startFakeTwilio();
  stack.defer(() => twilio.close());
  const { account, token: twilioToken, from } = twilioAccount;
  const smtp = await startFakeSmtp(
    Array.from({ length: devices }, (_, n) => [
      `asked${n}@example.com`,
      `program${n}@example.com`,
    ]).flat(),
  );
  stack.defer(() => smtp.close());
  const publicUrl = 'https://power.example';
  const app = stack.use(
    await App.start({
      devices,
      env: {
        ...mailSettings(smtp),
        FAIWATCH_PUBLIC_URL: publicUrl,
        FAIWATCH_TRUST_PROXY: 'true',
        FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
        FAIWATCH_CALL_ACCOUNT: account,
        FAIWATCH_CALL_TOKEN: twilioToken,
        FAIWATCH_CALL_FROM: from,
        FAIWATCH_CALL_DAILY_CAP: '40',
        FAIWATCH_CALL_API_ROOT: twilio.url,
      },
    }),
  );
  twilio.reach = (address) => address.replace(publicUrl, app.url);
  const tickets = new Tickets(readFileSync(join(app.data.dir, 'jwt-secret'), 'utf8').trim());
  const ticketIn = (text = '') => /ticket=([\w-]+)/.exec(text)?.[1] ?? '';
  const linkOf = (action: LinkedAction) =>
    ticketIn(makeMessageLink(tickets, publicUrl, action, app.time.clock()));
  const mailTo = async (address: string) => {
    const find = () => smtp.mails.find(({ to }) => to === address)?.text;
    await until(() => find() !== undefined);
    return ticketIn(find());
  };
  const keysOf = (to: string, notificationId: number) => {
    const said = { subject: 'alert', language: 'en', pieces: [], to, notificationId };
    const ticket = tickets.issue(
      'call',
      JSON.stringify({ do: 'keys', callId: `call ${to}`, ...said }),
      app.time.wallMs + 3 * 60_000,
    );
    return `${publicUrl}/api/call/keys?ticket=${ticket}`;
  };
  const { token: operator } = await ask<{ token: string }>(
    ...([app, 'POST', '/api/auth/login', undefined, adminLogIn] as const),
  );
  return { app, operator, farEnds: { linkOf, mailTo, keysOf, twilio, houses } };
}

function expectEnded(
  found: Readonly<Record<string, readonly string[]>>,
  told: Readonly<Record<string, readonly [happens: unknown, ...ended: string[]]>>,
): void {
  const sorted = (lists: readonly (readonly [name: string, ended: readonly string[]])[]) =>
    Object.fromEntries(lists.map(([name, ended]) => [name, ended.toSorted()]));
  const expected = Object.entries(told).map(([name, [, ...ended]]) => [name, ended] as const);
  expect(sorted(Object.entries(found))).toEqual(sorted(expected));
}

test('what has ended opens nothing, and nothing else has ended', async () => {
  await using stack = new AsyncDisposableStack();
  const names = Object.keys(story);
  const { app, operator, farEnds } = await openWorld(stack, names.length);
  const found: Record<string, string[]> = {};
  for (const [index, name] of names.entries()) {
    const customer = new Customer(app, index);
    await customer.open(farEnds);
    await story[name]?.[0](customer, app, operator);
    await app.advance('2 s');
    found[name] = [];
    for (const [kind, isOpen] of Object.entries(customer.kinds)) {
      if (!(await isOpen())) found[name].push(kind);
    }
  }
  expectEnded(found, story);
}, 60_000);

const operatorStory: Readonly<
  Record<string, readonly [happens: OperatorHappening, ...ended: string[]]>
> = {
  'nothing happens': [async () => {}],
  'they log out': [
    ({ session }, app) => ask(app, 'POST', '/api/auth/logout', session),
    'session',
    'live stream',
  ],
  'they are demoted': [
    ({ id }, app, owner) =>
      ask(app, 'PUT', `/api/operators/${id}`, owner, { operator_role: 'viewer' }),
    'session',
    'live stream',
  ],
  'they get another password': [
    ({ id }, app, owner) => ask(app, 'POST', `/api/operators/${id}/reset`, owner),
    'session',
    'live stream',
    'password',
  ],
  'they are removed': [
    ({ id }, app, owner) => ask(app, 'DELETE', `/api/operators/${id}`, owner),
    'session',
    'live stream',
    'password',
  ],
  'the program’s token is revoked': [
    ({ tokenId }, app, owner) =>
      ask(app, 'POST', `/api/tokens/${tokenId}/revoke`, owner, { end: [] }),
    'program’s token',
    'its live stream',
  ],
  'the program’s token is revoked with what it left': [
    async ({ tokenId }, app, owner) => {
      const { data } = await ask<{ data: { kind: string; ref: string }[] }>(
        ...([app, 'GET', `/api/tokens/${tokenId}/traces`, owner] as const),
      );
      const end = data.map(({ kind, ref }) => ({ kind, ref }));
      await ask(app, 'POST', `/api/tokens/${tokenId}/revoke`, owner, { end });
    },
    'program’s token',
    'its live stream',
    'address that it added',
    'key that it bound',
    'session that the key opened',
    ...lasting,
  ],
};

interface Operator {
  readonly id: number;
  readonly session: string;
  readonly tokenId: number;
}
type OperatorHappening = (operator: Operator, app: App, owner: string) => Promise<unknown>;

test('so it is with operators and programs', async () => {
  await using stack = new AsyncDisposableStack();
  const names = Object.keys(operatorStory);
  const { app, operator: owner, farEnds } = await openWorld(stack, names.length);
  const found: Record<string, string[]> = {};
  for (const [index, name] of names.entries()) {
    const username = `operator${index}`;
    const made = await ask<{ data: { id: number }; password: string }>(
      ...([app, 'POST', '/api/operators', owner, { username, operator_role: 'support' }] as const),
    );
    const { password } = made;
    const logIn = { username, password };
    const { token: session } = await ask<{ token: string }>(
      ...([app, 'POST', '/api/auth/login', undefined, logIn] as const),
    );
    const { data: program } = await ask<{ data: { id: number; token: string } }>(
      ...([app, 'POST', '/api/tokens', owner] as const),
      {
        ...{ name: `script ${index}`, role: 'owner', days: 7 },
        scopes: ['sessions', 'keys:whole', 'recipients'],
      },
    );
    const address = `program${index}@example.com`;
    const recipients = '/api/operator-recipients';
    await ask(app, 'POST', recipients, program.token, {
      channel: 'email',
      address,
      language: 'en',
    });
    const added = app.data.readNumber(
      'SELECT id FROM operator_recipients WHERE address = ?',
      address,
    );
    // What it leaves: a key that is bound to a customer, the session that it opens, and what is made in that.
    const [customer] = app.data.read<{ phone: string; id: number }>(
      'SELECT phone, id FROM customers WHERE id = (SELECT customer_id FROM devices WHERE id = ?)',
      index + 1,
    );
    const keys = await ask<{ data: { key_code: string }[] }>(
      ...([app, 'POST', '/api/keys/bulk', program.token] as const),
      { quantity: 1, purchaseType: 'key_only', phone: customer?.phone },
    );
    const byKey = { phone: customer?.phone, activationKey: keys.data[0]?.key_code };
    const { token: inside } = await ask<{ token: string }>(
      ...([app, 'POST', '/api/auth/customer-login', undefined, byKey] as const),
    );
    const portal = <T>(method: string, path: string, body?: unknown) =>
      ask<T>(app, method, `/api/customer/${path}`, inside, body);
    const kinds: Readonly<Record<string, Kind>> = {
      session: () => isGood(app, 'GET', '/api/devices', session),
      'live stream': await openStream(app, session),
      password: () => isGood(app, 'POST', '/api/auth/login', undefined, logIn),
      'program’s token': () => isGood(app, 'GET', '/api/devices', program.token),
      'its live stream': await openStream(app, program.token),
      'key that it bound': () => isGood(app, 'POST', '/api/auth/customer-login', undefined, byKey),
      'session that the key opened': () => isGood(app, 'GET', '/api/customer/stats', inside),
      'address that it added': () => isGood(app, 'POST', `${recipients}/${added}/test`, owner),
      ...(await openLasting(app, portal, `house${index}`, farEnds)),
    };
    const operator = { id: made.data.id, session, tokenId: program.id };
    await operatorStory[name]?.[0](operator, app, owner);
    await app.advance('2 s');
    found[name] = [];
    for (const [kind, isOpen] of Object.entries(kinds)) {
      if (!(await isOpen())) found[name].push(kind);
    }
  }
  expectEnded(found, operatorStory);
}, 60_000);
