/** A command beside a running server does what the server does when it is asked for the same. */
import { describe, expect, test } from 'bun:test';
import type { Command } from 'commander';
import { makeBackup } from '../../src/actions/backups/make-backup.ts';
import { pruneBackups } from '../../src/actions/backups/prune-backups.ts';
import { addFirmware } from '../../src/actions/firmware/add-firmware.ts';
import { removeFirmware } from '../../src/actions/firmware/remove-firmware.ts';
import { rollOutFirmware } from '../../src/actions/firmware/roll-out-firmware.ts';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { renewKey } from '../../src/actions/keys/renew-key.ts';
import { revokeKey } from '../../src/actions/keys/revoke-key.ts';
import { createAdmin, resetAdminPassword } from '../../src/actions/people/create-admin.ts';
import { makeProgram } from '../../src/cli/program.ts';
import type { Instant } from '../../src/domain/instant.ts';
import { commandLine } from '../../src/domain/people/actor.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import { openBackupShelf } from '../../src/installation/backups.ts';
import { databasePath, firmwareDir } from '../../src/installation/paths.ts';
import type { Store } from '../../src/store/engine/open.ts';
import { FirmwareShelf } from '../../src/store/firmware/firmware-shelf.ts';
import { App, adminLogIn, firstChatId } from '../support/app.ts';
import { faiwatchCommand } from '../support/faiwatch-command.ts';
import { makeRelease, testReleaseKey } from '../support/firmware.ts';
import { openTestStore } from '../support/monitor.ts';
import { listenTo } from '../support/stream-reader.ts';

interface Pair {
  /** Makes what is to be there before. The board is connected and both accounts are logged in. */
  readonly before?: (app: App, beside: Store) => Promise<void>;
  /** The server's own call: method, path and body. Left out: the server has none. */
  readonly call?: readonly [method: string, path: string, body?: unknown];
  readonly command: (beside: Store, now: Instant, dir: string) => unknown;
  /** Words of what the owner's chat is told. */
  readonly hears?: string;
  /**
   * The answer to the board's next heartbeat. Left out: all is well, and there is nothing to do.
   */
  readonly board?: object;
}

const key = '00000-00000-00000-00000';
const phone = '+66900000000';
const password = 'another long sentence for tests';
const image = { board: 's2-mini', version: '9.1.0' } as const;

const createFor = (account: 'vouch' | 'question' | undefined, hears: string): Pair => ({
  hears,
  call: ['POST', '/api/keys/bulk', { quantity: 2, purchaseType: 'key_only', phone, account }],
  command: (store, now) =>
    createKeys(
      { runsIn: 'command', store, settings: defaultSettings },
      { count: 2, purchaseType: 'key_only', deviceType: null, phone, account },
      commandLine,
      now,
    ),
});

const revoke: Pair = {
  call: ['POST', `/api/keys/${key}/revoke`],
  command: (store, now) => revokeKey({ runsIn: 'command', store }, key, commandLine, now),
  board: { status: 403, body: { code: 'DEVICE_REVOKED' } },
};

const renew: Pair = {
  call: ['POST', `/api/keys/${key}/renew`, { months: 12 }],
  command: (store, now) =>
    renewKey({ runsIn: 'command', store, settings: defaultSettings }, key, 12, commandLine, now),
};

const rollOut: Pair = {
  before: async (app, store) => addImage(store, app.time.clock(), app.data.dir),
  call: ['PUT', `/api/firmware/${image.board}/${image.version}/rollout`, { percent: 100 }],
  command: (store, now) => rollOutFirmware({ store }, image, { percent: 100 }, commandLine, now),
  board: { status: 200, body: { commands: [{ type: 'check_firmware' }] } },
};

function addImage(store: Store, now: Instant, dir: string): void {
  const shelf = new FirmwareShelf(firmwareDir(dir));
  addFirmware({ store }, shelf, testReleaseKey.publicKey, makeRelease(image), commandLine, now);
}

async function makeTwoBackups(app: App, store: Store): Promise<void> {
  for (const _ of [1, 2]) {
    const now = app.time.clock();
    await makeBackup({ store }, openBackupShelf(app.data.dir), commandLine, now);
    await app.advance('2 s');
  }
}

async function losesMains(app: App): Promise<void> {
  await app.overHttp().losesMains();
  await app.advance('10 s');
}

const pairs: Readonly<Record<string, Pair>> = {
  'keys create': createFor(undefined, 'keys were added'),
  'keys create, its customer vouched for': createFor('vouch', 'keys were added'),
  'keys create, its customer questioned': createFor('question', 'no longer connected'),
  'keys revoke': revoke,
  'keys revoke in an outage': { ...revoke, before: losesMains },
  'keys renew': renew,
  'keys renew in an outage nobody was told of': {
    ...renew,
    hears: 'Site 1',
    async before(app) {
      app.data.write('UPDATE activation_keys SET expires_at = ?', app.time.wallMs);
      await losesMains(app);
      expect(app.textsTo(firstChatId)).toEqual([]);
    },
  },
  'admin create': {
    call: ['POST', '/api/operators', { username: 'third', operator_role: 'viewer' }],
    command: (store, now) =>
      createAdmin({ store }, { username: 'third', password, role: 'viewer' }, commandLine, now),
  },
  'admin reset-password': {
    call: ['POST', '/api/operators/1/reset'],
    command: (store, now) =>
      resetAdminPassword({ store }, adminLogIn.username, password, commandLine, now),
  },
  'firmware rollout': rollOut,
  'firmware add': { command: addImage },
  'firmware remove': {
    before: async (app, store) => addImage(store, app.time.clock(), app.data.dir),
    command: (store, now, dir) =>
      removeFirmware({ store }, new FirmwareShelf(firmwareDir(dir)), image, commandLine, now),
  },
  'backup create': {
    call: ['POST', '/api/system/backups'],
    command: (store, now, dir) => makeBackup({ store }, openBackupShelf(dir), commandLine, now),
  },
  'backup prune': {
    before: makeTwoBackups,
    command: (store, now, dir) =>
      pruneBackups({ store }, openBackupShelf(dir), 1, commandLine, now),
  },
};

/** Commands after which a running server has nothing to follow, and why. */
const others: Readonly<Record<string, string>> = {
  serve: 'is the server',
  simulate: 'makes keys as `keys create`, and is boards otherwise',
  'backup restore': 'is refused while a server runs',
  'admin list': 'reads',
  'keys list': 'reads',
  'backup list': 'reads',
  'backup verify': 'reads',
  'firmware list': 'reads',
  'extras list': 'reads',
  'extras on': 'takes effect with the next start',
  'extras off': 'takes effect with the next start',
  doctor: 'reads',
  'cluster status': 'reads',
  'cluster step-down': 'ends the server that leads',
  'cluster forget': 'takes a machine off a list in NATS',
  'cluster join': 'reads whether a cluster takes this machine',
  health: 'reads',
  completion: 'reads nothing',
  'service install': 'changes the machine',
  'service uninstall': 'changes the machine',
  update: 'changes the executable',
};

test('every command is played, or has nothing to follow', async () => {
  const leaves = (command: Command, path: string): string[] =>
    command.commands.length === 0
      ? [path]
      : command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`.trim()));
  const played = (name: string) =>
    Object.keys(pairs).some((pair) => pair === name || pair.startsWith(`${name},`));
  const commands = leaves(await makeProgram(), '');
  expect(commands).toContain('keys revoke');
  expect(commands.filter((name) => !played(name) && !(name in others))).toEqual([]);
});

test('a restore beside a running server is refused, and leaves all as it was', async () => {
  await using app = await App.start();
  const before = readRows(app);
  const restore = [...faiwatchCommand(), 'backup', 'restore', 'any.db', '--data', app.data.dir];
  const command = Bun.spawn(restore, { stderr: 'pipe' });
  expect(await new Response(command.stderr).text()).toContain('The server is running');
  expect(readRows(app)).toEqual(before);
});

describe('after a second the same is so, by the server and by a command beside it:', () => {
  test.each(Object.entries(pairs))('%s', async (_name, pair) => {
    const { call } = pair;
    if (call === undefined) return playAlone(pair);
    const byServer = await play(pair, async (app, token) => {
      const [method, path, body] = call;
      const answer = await app.call(method, path, token, body);
      expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
    });
    const byCommand = await play(pair, async (app, _token, beside) => {
      await pair.command(beside, app.time.clock(), app.data.dir);
    });
    expect(byServer.effects).not.toEqual(byServer.untouched);
    expect(byCommand.effects).toEqual(byServer.effects);
    const { hears, board = { status: 200, body: { commands: [] } } } = pair;
    const chats = hears === undefined ? [] : [{ text: expect.stringContaining(hears) }];
    expect(byCommand.effects).toMatchObject({ chats, board });
  });
});

/** Plays what a server has no call for: after a second it says what it says after a restart. */
async function playAlone({ before, command }: Pair): Promise<void> {
  await using app = await App.start();
  const beside = openTestStore(databasePath(app.data.dir));
  try {
    const token = await logIn(app, 'login', adminLogIn);
    const look = async () => {
      const read = async (path: string) => (await app.call('GET', path, token)).json();
      const { data: images } = (await read('/api/firmware')) as { data: unknown };
      const { data: system } = (await read('/api/system')) as { data: { backups: unknown } };
      return { images, backups: system.backups };
    };
    await before?.(app, beside);
    await app.advance('3.3 s');
    const untouched = await look();
    await command(beside, app.time.clock(), app.data.dir);
    await app.advance('1 s');
    const soon = await look();
    await app.restart('1 s');
    expect(soon).not.toEqual(untouched);
    expect(soon).toEqual(await look());
  } finally {
    beside.close();
  }
}

/** A server with a connected board, a listening operator and its listening owner. */
async function play(
  pair: Pair,
  act: (app: App, token: string, beside: Store) => Promise<void>,
): Promise<{ untouched: unknown; effects: unknown }> {
  await using app = await App.start();
  const beside = openTestStore(databasePath(app.data.dir));
  try {
    const boss = { username: 'boss', password, role: 'owner' } as const;
    await createAdmin({ store: beside }, boss, commandLine, app.time.clock());
    app.data.write('UPDATE activation_keys SET key_code = ?', key);
    const device = await app.connect();
    const bossToken = await logIn(app, 'login', { username: 'boss', password });
    const tokens = [
      await logIn(app, 'login', adminLogIn),
      await logIn(app, 'customer-login', { phone, activationKey: key }),
    ];
    await pair.before?.(app, beside);
    const streams = await Promise.all(tokens.map((token) => listenTo(app, token)));
    // Commands come between two looks of the server.
    await app.advance('3.3 s');
    const from = app.time.wallMs;
    await readAnswers(app, tokens);
    const told = streams.map((stream) => stream.told.length);
    const sent = app.telegram.sent.length;
    const look = async () => {
      // Answers come first: once all are there, what the streams were told has been read, too.
      const answers = await readAnswers(app, [...tokens, bossToken]);
      return normalise(
        {
          answers,
          board: await beat(app),
          isConnected: device.isConnected,
          streams: streams.map((stream, index) => ({
            end: stream.end,
            // The order is chance, as the feed looks five times a second.
            told: stream.told
              .slice(told[index])
              .map(({ name, data }) => ({ name, data: normalise(data, from) }))
              .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
          })),
          chats: app.telegram.sent.slice(sent).map(({ chatId, text }) => ({ chatId, text })),
          rows: readRows(app),
        },
        from,
      );
    };
    const untouched = await look();
    await act(app, bossToken, beside);
    await app.advance('1 s');
    const effects = await look();
    await Promise.all(streams.map((stream) => stream.cancel()));
    return { untouched, effects };
  } finally {
    beside.close();
  }
}

async function logIn(app: App, path: string, body: unknown): Promise<string> {
  const answer = await app.call('POST', `/api/auth/${path}`, undefined, body);
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`${path} answered ${answer.status}`);
  return token;
}

/** The rows of every table, but for when somebody was last there. */
/** Names in limits are sealed with the secret of each installation. */
function leaveOutSeals<Row extends Record<string, unknown>>(row: Row): Row {
  const isSeal = (value: unknown) => typeof value === 'string' && value.startsWith('#');
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    isSeal(value) ? 'a seal' : value,
  ]);
  return Object.fromEntries(shown) as Row;
}

function readRows(app: App): Record<string, unknown> {
  return app.data.with((database) => {
    const read = (sql: string) => database.query<Record<string, unknown>, []>(sql).all();
    const tables = read(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 'sessions') AND name NOT LIKE 'sqlite_%'",
    );
    return {
      sessions: read('SELECT admin_id, customer_id FROM sessions ORDER BY 1, 2'),
      ...Object.fromEntries(
        tables.map(({ name }) => [
          name,
          read(`SELECT * FROM ${name} ORDER BY rowid`).map(leaveOutSeals),
        ]),
      ),
    };
  });
}

/** What the server says to whoever asks it now, from memory and from rows. */
async function readAnswers(app: App, tokens: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const token of tokens) {
    for (const path of ['/api/devices', '/api/customer/stats', '/api/firmware']) {
      const answer = await app.call('GET', path, token);
      answers.push({ path, status: answer.status, body: await answer.json() });
    }
    const system = await app.call('GET', '/api/system', token);
    const { data } = (await system.json()) as { data?: { backups: unknown } };
    answers.push({ status: system.status, backups: data?.backups });
  }
  return answers;
}

/** A heartbeat over HTTP, whose answer says what there is to do. */
async function beat(app: App): Promise<{ status: number; body: unknown }> {
  const { token } = app.board();
  const heartbeat = app.board().heartbeat({ firmware_version: '1.0.0' });
  const answer = await app.call('POST', '/api/device/v1/heartbeat', token, heartbeat);
  return { status: answer.status, body: await answer.json() };
}

/** Fields that differ by chance, or by who asked: the server knows the address of its callers. */
const hidden = new Set([
  'bytes',
  'size_bytes',
  'token_hash',
  'password_hash',
  'ref',
  'boot_id',
  'signature',
  'address',
]);

/** Without what differs by chance, by who did it, or by when within the second. */
function normalise(seen: unknown, from: number): unknown {
  /** Whatever is due later is due whole minutes after what was done. */
  const minutes = (ms: number) => Math.floor((ms - from) / 60_000);
  const text = JSON.stringify(seen, (name, value) => {
    if (hidden.has(name)) return undefined;
    if (typeof value === 'number' && value >= from) return `${minutes(value)} min`;
    if (typeof value !== 'string') return value;
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return minutes(Date.parse(value));
    return value
      .replace(/(?!00000)[0-9A-Z*]{5}(-[0-9A-Z*]{5}){3}/g, 'KEY')
      .replace(',"notes":null', '')
      .replace(/\{"bytes":\d+\}/, 'BYTES')
      .replace(/^[0-9a-f]{16}$/, 'REF')
      .replace(/^(cli|admin:boss)$/, 'ACTOR');
  });
  return JSON.parse(text);
}
