import { expect } from 'bun:test';
import { ChangeFeed } from '../../src/actions/feed/change-feed.ts';
import type { AccountClaims } from '../../src/actions/people/find-account.ts';
import { PasswordCheck } from '../../src/actions/people/password-check.ts';
import { makeSessionTokens } from '../../src/actions/people/session-tokens.ts';
import { startSession } from '../../src/actions/people/start-session.ts';
import { Tickets } from '../../src/actions/people/tickets.ts';
import { lineDialog } from '../../src/bot/line/line-bot.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { OperatorRole } from '../../src/domain/states.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { PlainPeople } from '../../src/http/people/plain-people.ts';
import { StreamHub } from '../../src/http/stream/stream-hub.ts';
import type { SystemProbe } from '../../src/http/system/system-probe.ts';
import { loadConfig } from '../../src/installation/config.ts';
import { modules } from '../../src/modules/index.ts';
import type { Core } from '../../src/modules/module.ts';
import { recipients } from '../../src/store/alerts/tables.ts';
import type { BackupShelf } from '../../src/store/backups/backup-shelf.ts';
import { noJobState } from '../../src/store/backups/backup-state.ts';
import type { Store } from '../../src/store/engine/open.ts';
import type { FirmwareShelf } from '../../src/store/firmware/firmware-shelf.ts';
import { findAdminById, insertAdmin } from '../../src/store/people/admins.ts';
import { findCustomer } from '../../src/store/people/customers.ts';
import { makeTestShelf } from './backups.ts';
import { makeTestFirmwareShelf } from './firmware.ts';
import { makeTestMonitor, type TestMonitor, testStart } from './monitor.ts';

const testSecret = 'a secret that only tests know, of 32 characters';
export const testTokens = makeSessionTokens(testSecret);

/** A token of a new session. */
export function signIn(
  monitor: TestMonitor,
  account: Omit<AccountClaims, 'sessionId'>,
  recipientId: number | null = null,
): Promise<string> {
  const from = { method: 'password', address: '127.0.0.1', userAgent: null, recipientId } as const;
  const now = monitor.clock();
  return testTokens.sign(startSession(monitor, account, from, now), now.wallMs);
}

/** Every module is on. */
const started = await Promise.all(modules.map(({ load }) => load()));

/** No name leads anywhere: tests call this machine only. */
const outbound = { allowPrivate: true, resolve: async () => [] };

/** The settings of a new installation. */
const newConfig = loadConfig({ data: '/nonexistent' }, {});

/** What modules are given. */
export function makeCore(monitor: TestMonitor, config = newConfig): Core {
  return {
    ...{ monitor, config, version: '1.2.3', time: monitor.time, outbound },
    changes: { noteAreas: () => undefined },
    ...{ tickets: new Tickets(testSecret), tokens: testTokens, mqttEndpoint },
    pushKey: () => null,
  };
}

const mqttEndpoint: Core['mqttEndpoint'] = () => ({ port: 1883, tls: false, path: '/mqtt' });

/** Nobody knows the password. */
const unknownPassword = await Bun.password.hash(crypto.randomUUID());

/** A process without problems. */
export const wellProbe: SystemProbe = {
  uptimeMs: () => 3_600_000,
  bot: () => ({ state: 'polling', since: testStart, detail: null, username: 'fai_bot' }),
  channels: () => [
    {
      ...{ name: 'telegram', state: 'working', since: testStart },
      ...{ detail: null, identity: '@fai_bot', quota: null },
    },
  ],
  broker: () => ({
    kind: 'embedded',
    isListening: true,
    detail: null,
    port: 1883,
    tlsPort: null,
    sessions: 2,
  }),
  isBlind: () => false,
  cluster: () => null,
  bytesWrittenPerHour: () => 4_194_304,
  databaseBytes: () => ({ file: 5_242_880, wal: 1_048_576 }),
  disk: () => ({ freeBytes: 12_000_000_000, totalBytes: 31_000_000_000 }),
  map: () => null,
  certificate: () => null,
  backups: () => ({ nextAt: testStart + 54_000_000, nightly: noJobState, targets: [] }),
};

/** Everything an app needs besides its monitor, as a test has it. */
export function makeAppOptions(
  monitor: TestMonitor,
  overrides: Partial<AppOptions> = {},
): AppOptions {
  const core = makeCore(monitor);
  const bodies = started.map((start) => start(core));
  return {
    monitor,
    log: monitor.log,
    version: '1.2.3',
    trustProxy: false,
    nodeSecret: null,
    plainPeople: new PlainPeople(),
    isTls: false,
    timezone: 'Asia/Bangkok',
    tokens: testTokens,
    passwords: new PasswordCheck(),
    tickets: core.tickets,
    publicUrl: undefined,
    referenceTemplate: () => undefined,
    uplinkTargets: ['1.1.1.1'],
    hasDeadMansSwitch: false,
    backupPlan: {
      ...{ timezone: 'Asia/Bangkok', minuteOfDay: 180 },
      retention: { daily: 7, weekly: 4, monthly: 6 },
    },
    publicPage: bodies.flatMap(({ publicPage }) => publicPage ?? [])[0] ?? null,
    provider: null,
    mqttEndpoint,
    botUsername: () => 'fai_bot',
    telegram: {
      token: () => '123456:abcdefghijklmnopqrstuvwxyz',
      isConfigured: true,
      adminChat: '4711',
      connect: async () => '@fai_bot',
      disconnect: async () => {},
    },
    channels: {
      standings: () => [],
      settingsOf: () => undefined,
      save: async () => null,
      remove: async () => {},
      test: async () => null,
      askToConfirm: async () => {},
      decided: async () => {},
      webhookSecret: () => null,
      sayNames: () => monitor.channels.has('call'),
      doorOf: () => null,
      pushKey: () => null,
      takeIntoUse: () => {},
    },
    operatorAddresses: [],
    line: {
      basicId: () => '@faiwatch',
      isSetUp: () => false,
      dialogOf: lineDialog,
      take: () => null,
    },
    metricsToken: null,
    settings: {
      stateOf: () => ({ value: null, next: null, isGiven: false, isConfigured: false }),
      save: async () => {},
    },
    extras: {
      ...{ known: modules, on: modules.map(({ name }) => name) },
      ...{ isConfigured: false, named: new Set() },
    },
    moduleRoutes: bodies.flatMap(({ routes }) => routes ?? []),
    configFile: '/var/lib/faiwatch/faiwatch.toml',
    restart: { command: null, isCertain: async () => false, begin: () => {} },
    metrics: () => [],
    system: wellProbe,
    backups: makeTestShelf(monitor.store),
    firmware: makeTestFirmwareShelf(),
    streams: new StreamHub(monitor, new ChangeFeed(monitor)),
    // None: to find those of a build takes as long as a call, and whoever tests pages brings some.
    spa: { distDir: 'web/not-built', reload: true },
    ...overrides,
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null when the answer is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it expects to be there
  readonly body: any;
  readonly text: string;
}

/** An app on an in-memory store, called without a socket. */
export class HttpWorld {
  readonly monitor: TestMonitor;
  readonly app: ReturnType<typeof createApp>;
  readonly streams: StreamHub;
  readonly backups: BackupShelf;
  readonly firmware: FirmwareShelf;
  readonly logged: { fields: object; message: string }[] = [];

  /** @param given in place of what a test has; may be made for the monitor */
  constructor(
    given: Partial<AppOptions> | ((monitor: TestMonitor) => Partial<AppOptions>) = {},
    store?: Store,
  ) {
    this.monitor = makeTestMonitor({ ...(store !== undefined && { store }) });
    const log = {
      ...this.monitor.log,
      error: (fields: object, message: string) => void this.logged.push({ fields, message }),
    };
    const overrides = typeof given === 'function' ? given(this.monitor) : given;
    const options = makeAppOptions(this.monitor, { log, ...overrides });
    this.streams = options.streams;
    this.backups = options.backups;
    this.firmware = options.firmware;
    this.app = createApp(options);
  }

  /** A token of an owner made for it. */
  admin(username = 'admin'): Promise<string> {
    return this.operator(username, 'owner');
  }

  /** A token of an operator made for it. */
  async operator(username: string, role: OperatorRole): Promise<string> {
    const { store } = this.monitor;
    const admin = { username, role, passwordHash: unknownPassword };
    insertAdmin(store, admin, this.monitor.clock().wallMs);
    const { id } = store.sqlite
      .query<{ id: number }, [string]>('SELECT id FROM admins WHERE username = ?')
      .get(username) ?? { id: 0 };
    return this.#sign('admin', id);
  }

  /** A token of a customer that is there already. */
  customer(id: number): Promise<string> {
    return this.#sign('customer', id);
  }

  /** A token of a session that a chat of a customer's opened, which may log in and has not proven to be them. */
  async guest(customerId: number, which = 0): Promise<string> {
    const { store } = this.monitor;
    const chat = { customerId, channel: 'telegram', language: 'en', createdAt: 0 } as const;
    const { id } = store.db
      .insert(recipients)
      .values({ ...chat, address: `${20_000 + 10_000 * which + customerId}`, role: 'login' })
      .onConflictDoUpdate({
        target: [recipients.channel, recipients.address],
        set: { role: 'login' },
      })
      .returning({ id: recipients.id })
      .get();
    return this.#sign('customer', customerId, id);
  }

  #sign(kind: 'admin' | 'customer', id: number, recipientId?: number): Promise<string> {
    const { store } = this.monitor;
    const account = kind === 'admin' ? findAdminById(store, id) : findCustomer(store, id);
    const claims = { kind, id, tokenVersion: account?.tokenVersion ?? 0 };
    return signIn(this.monitor, claims, recipientId);
  }

  /** @param body an object goes as JSON, anything else as it is */
  async call(method: string, path: string, token?: string, body?: unknown): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await this.app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      }),
    );
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) await answer.body?.cancel();
    const text = isStream ? '' : await answer.text();
    const isJson = /^application\/json(;|$)/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
  }

  get = (path: string, token?: string) => this.call('GET', path, token);
  post = (path: string, token?: string, body?: unknown) => this.call('POST', path, token, body);
  put = (path: string, token?: string, body?: unknown) => this.call('PUT', path, token, body);
  delete = (path: string, token?: string) => this.call('DELETE', path, token);
}

/** What a refused call looks like; for `toMatchObject`. */
export const refused = (status: number, code: ErrorCode) => ({
  status,
  body: { ok: false, code, error: expect.any(String) },
});
