/** What an operator meets: wrong settings, damage, backups, a second server, a revoked key. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { seedFleet } from '../../scripts/bench/lib/seed.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { Board } from './board.ts';
import type { Data } from './data.ts';
import { type CommandResult, enrolBoard, installBinary, runProgram } from './harness.ts';
import { HttpDevice } from './http-device.ts';
import { MqttDevice } from './mqtt-device.ts';
import { waitFor } from './wait-for.ts';

const serveAnywhere = ['serve', '--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'];

/** A command that failed said one line, on stderr, and it begins with the program's name. */
function expectOneLine({ stdout, stderr }: CommandResult): string {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^faiwatch: [^\n]+\n$/);
  return stderr;
}

/** Pages of SQLite begin with 1. */
interface Pages {
  readonly count: number;
  /** The first of that table. */
  readonly admins: number;
}

const readPages = (data: Data): Pages => ({
  count: data.readNumber('SELECT page_count FROM pragma_page_count'),
  admins: data.readNumber("SELECT rootpage FROM sqlite_master WHERE name = 'admins'"),
});

test.concurrent.each([
  ['which the start reads', ({ admins }: Pages) => admins],
  ['which only the walk through the file reads', ({ count }: Pages) => Math.floor(count * 0.75)],
])(
  'a damaged page, %s, stops the start with a line that names backup restore, which mends it',
  async (_name, pageOf) => {
    await using home = await installBinary();
    const keys = await home.createKeys(2_000);
    const copy = join(home.dir, 'copy.db');
    await home.runForJson('backup', 'create', copy);

    const path = databasePath(home.data.dir);
    const file = openSync(path, 'r+');
    writeSync(
      file,
      new Uint8Array(4096).fill(0xa5),
      0,
      4096,
      (pageOf(readPages(home.data)) - 1) * 4096,
    );
    closeSync(file);

    const failed = await home.run(...serveAnywhere);
    expect(failed.code).toBe(1);
    // The server may listen already when the damage is found, and have logged before.
    expect(failed.stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^faiwatch: The database .* faiwatch backup restore/,
    );

    expect((await home.run('backup', 'restore', copy)).code).toBe(0);
    await home.serve();
    expect(home.data.readNumber('SELECT count(*) FROM activation_keys')).toBe(keys.length);
  },
  60_000,
);

test.concurrent('an unknown or wrong setting stops the start with one line and exit code 2', async () => {
  await using home = await installBinary();
  const environment = await runProgram(
    ['/usr/bin/env', 'FAIWATCH_COLOUR=red', home.binary, ...serveAnywhere],
    home.dir,
  );
  expect(environment.code).toBe(2);
  expect(expectOneLine(environment)).toContain('FAIWATCH_COLOUR');

  const wrong = await home.run('serve', '--port', '70000');
  expect(wrong.code).toBe(2);
  expect(expectOneLine(wrong)).toContain('port');

  const flag = await home.run('serve', '--colour', 'red');
  expect(flag.code).toBe(2);
  expect(flag.stderr).toContain('--colour');

  await home.createKeys(1);
  writeFileSync(join(home.data.dir, 'faiwatch.toml'), 'colour = "red"\n');
  const toml = await home.run(...serveAnywhere);
  expect(toml.code).toBe(2);
  expect(expectOneLine(toml)).toMatch(/"colour".*faiwatch\.toml/);
}, 60_000);

test.concurrent('port 0 takes free ports and says which; a second server on the same data is refused', async () => {
  await using home = await installBinary();
  const server = await home.serve();
  expect(server.http).toBeGreaterThan(0);
  expect(server.mqtt).toBeGreaterThan(0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  const second = await home.run(...serveAnywhere);
  expect(second.code).toBe(1);
  expect(expectOneLine(second)).toContain('already running');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
}, 60_000);

test.concurrent('a port that is taken is named in one line, and nothing is left running', async () => {
  await using home = await installBinary();
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  home.defer(() => other.stop(true));
  for (const flag of ['--port', '--mqtt-port']) {
    const refused = await home.run(...serveAnywhere, flag, String(other.port));
    expect(refused.code).toBe(1);
    expect(refused.stdout).toBe('');
    expect(refused.stderr.trimEnd().split('\n').at(-1)).toBe(
      `faiwatch: The port ${other.port} is in use by another program.`,
    );
  }
}, 60_000);

test.concurrent('SIGTERM ends the server within 5 s with exit code 0, even with devices and a dead messenger', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const [credential, other] = seedFleet(home.data.dir, {
    devices: 2,
    firstChatId: 7_100,
    now: Date.now(),
  });
  if (credential === undefined || other === undefined) throw new Error('two were asked for');
  home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
  const server = await home.serve({ telegram });
  const device = new MqttDevice(new Board(credential), { port: server.mqtt ?? 0 });
  await device.connects();
  telegram.failNext({ kind: 'timeout', method: 'sendMessage', times: 100 });
  await device.losesMains();
  await waitFor('message on its way', () => telegram.calls.get('sendMessage'), 10_000);

  const before = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - before).toBeLessThan(5_000);
  // The next run tries again what was on its way, and counts it as possibly delivered.
  telegram.clearFaults();
  await home.serve({ telegram });
  await telegram.expectMessage({ chatId: 7_100, contains: 'Mains lost' }, 10_000);
  const row = home.data.read('SELECT status, ambiguous_attempts FROM notifications')[0];
  expect(row).toMatchObject({ ambiguous_attempts: 1 });
}, 60_000);

test.concurrent('a revoked key refuses its device at once, on HTTP and on MQTT', async () => {
  await using home = await installBinary();
  const server = await home.serve();
  const [key = ''] = await home.createKeys(1);
  const board = await enrolBoard(server, {
    deviceId: 'fw-0000000000aa',
    key,
    phone: '0812345678',
  });
  const device = new HttpDevice(server.url, board);
  await device.beats();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqtt}`, {
    clientId: board.id,
    username: board.id,
    password: board.token,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  home.defer(() => client.endAsync(true));
  let isClosed = false;
  client.on('close', () => {
    isClosed = true;
  });

  expect((await home.run('keys', 'revoke', key)).code).toBe(0);
  await waitFor('end of the MQTT session', () => isClosed, 5_000);
  const refusal = await fetch(`${server.url}/api/device/v1/heartbeat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${board.token}` },
    body: JSON.stringify(board.heartbeat()),
  });
  expect(refusal.status).toBe(403);
  expect(await refusal.json()).toMatchObject({ ok: false, code: 'DEVICE_REVOKED' });
  const returning = new MqttDevice(board, { port: server.mqtt ?? 0 });
  expect(returning.connects()).rejects.toThrow(/refused|lost its connection/);
}, 60_000);

test.concurrent('a backup made under load holds all that was acknowledged before it, and can be restored', async () => {
  await using home = await installBinary();
  // With this many boards each stays far below its limit, even on a fast machine.
  const credentials = seedFleet(home.data.dir, { devices: 200, now: Date.now() });
  const server = await home.serve();
  let acknowledged = 0;
  let isOver = false;
  const loads = credentials.map(async (credential) => {
    const device = new HttpDevice(server.url, new Board(credential));
    while (!isOver) {
      await (device.board.power === 'UP' ? device.losesMains() : device.regainsMains());
      acknowledged++;
      await Bun.sleep(250);
    }
  });
  await waitFor('load', () => acknowledged > 500, 10_000);
  const acknowledgedBefore = acknowledged;
  const file = join(home.dir, 'under-load.db');
  await home.runForJson('backup', 'create', file);
  const refused = await home.run('backup', 'restore', file);
  isOver = true;
  await Promise.all(loads);
  expect(refused.code).toBe(1);
  expect(expectOneLine(refused)).toContain('running');

  const copied = readBackup(file);
  expect(copied.integrity).toBe('ok');
  expect(copied.reports).toBeGreaterThanOrEqual(acknowledgedBefore);
  expect(copied.reports).toBeLessThan(countReports(home.data));

  expect(await server.stop()).toBe(0);
  expect(await home.run('backup', 'restore', file)).toMatchObject({ code: 0 });
  await home.serve();
  expect(countReports(home.data)).toBe(copied.reports);
}, 60_000);

const reports = 'SELECT count(*) FROM events WHERE boot_id IS NOT NULL';

function countReports(data: Data): number {
  return data.readNumber(reports);
}

function readBackup(file: string): { readonly integrity: unknown; readonly reports: number } {
  const database = new Database(file, { readonly: true });
  try {
    return {
      integrity: database.query('PRAGMA integrity_check').values()[0]?.[0],
      reports: Number(database.query(reports).values()[0]?.[0]),
    };
  } finally {
    database.close();
  }
}
