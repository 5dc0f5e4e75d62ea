/** An installation of each earlier release, brought up to date: nothing is lost, and all of it works. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { databasePath } from '../../src/installation/paths.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { unpackVitals } from '../../src/store/fleet/vitals.ts';
import { laterMigrations } from '../support/migrations.ts';
import { listReleaseDatabases, releaseAdmin } from '../support/release-databases.ts';
import { ApiClient } from './api-client.ts';
import { enrolBoard, type Home, installBinary } from './harness.ts';
import { HttpDevice } from './http-device.ts';

type Row = Record<string, unknown>;
const releases = listReleaseDatabases();

/** Lists that show every row of a table, with that table. */
const lists = [
  ['/api/customers', 'customers'],
  ['/api/devices', 'devices'],
  ['/api/keys', 'activation_keys'],
  ['/api/outages', 'outages'],
  ['/api/notifications', 'notifications'],
  ['/api/audit', 'audit_log'],
  ['/api/events', "events WHERE event_type <> 'HEARTBEAT'"],
] as const;

test('there is a database of the first release', () => {
  expect(releases.map(({ version }) => version)).toContain('1.0.0');
});

test.each(releases)('what release $version stored survives a migration to come', ({ file }) => {
  const content = decompress(file);
  const path = join(laterMigrations(), '..', 'faiwatch.db');
  writeFileSync(path, content);
  const before = readTables(path);
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
  openStore(path, { migrationsDir: join(path, '..', 'drizzle') }).close();
  const after = readTables(path);
  expect(after['later']).toEqual([]);
  expectKept(before, after);
});

test.concurrent.each(releases)(
  'a data directory of release $version is served, read, backed up and restored',
  async ({ file }) => {
    await using home = await installBinary();
    mkdirSync(home.data.dir, { mode: 0o700 });
    const path = databasePath(home.data.dir);
    writeFileSync(path, decompress(file), { mode: 0o600 });
    const before = readTables(path);

    // Any command migrates the database, as a start of the server does.
    await home.runForJson('keys', 'list');
    expectKept(before, readTables(path));

    const server = await home.serve();
    const api = await ApiClient.logIn(server, releaseAdmin);
    for (const [call, rows] of lists) {
      const { status, body } = await api.get(`${call}?limit=100`);
      const total = home.data.readNumber(`SELECT count(*) FROM ${rows}`);
      const shown = Math.min(total, 100);
      const seen = { call, status, total: body.total, shown: body.data?.length };
      expect(seen).toEqual({ call, status: 200, total, shown });
    }
    const ids = home.data.read<{ id: number }>('SELECT id FROM outages WHERE id <= ?', 100);
    for (const { id } of ids) expect((await api.get(`/api/outages/${id}`)).status).toBe(200);
    expect((await api.get('/api/settings')).body.data).toMatchObject({
      recoveryDelay: 1,
      priceS2Mini: 350,
    });
    expect((await api.get('/api/firmware')).body.data).toMatchObject([{ version: '1.1.0' }]);

    // Old keys enrol new boards, and the server takes their reports.
    const key = String(
      before['activation_keys']?.find(
        (row) => row['customer_id'] === null && row['is_active'] === 1,
      )?.['key_code'],
    );
    const board = { deviceId: 'fw-0000000000aa', key, phone: '0812345678' };
    const device = new HttpDevice(server.url, await enrolBoard(server, board));
    await device.losesMains();
    expect(await server.stop()).toBe(0);

    const served = readTables(path);
    const { name } = await makeBackup(home);
    await home.createKeys(3);
    expect(await home.run('backup', 'restore', name)).toMatchObject({ code: 0 });
    // No session outlives a restore.
    const { sessions: _, ...lasting } = served;
    expectKept(lasting, readTables(path));
    await home.serve();
  },
  60_000,
);

async function makeBackup(home: Home): Promise<{ readonly name: string }> {
  return z.object({ name: z.string() }).parse(await home.runForJson('backup', 'create'));
}

function decompress(file: string): Uint8Array {
  return Bun.zstdDecompressSync(readFileSync(file));
}

/**
 * Every row of every table, but those that only SQLite and the migrations look at, and one-time links: they live
 * for half an hour, and end with an update that binds them otherwise, as with a restore.
 */
function readTables(path: string): Record<string, Row[]> {
  const database = new Database(path);
  try {
    const tables = database
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT IN ('__drizzle_migrations', 'messenger_links') ORDER BY name",
      )
      .all();
    const read = (name: string) =>
      database.query<Row, []>(`SELECT * FROM "${name}" ORDER BY rowid`).all();
    return Object.fromEntries(
      tables.map(({ name }) =>
        name === 'vitals'
          ? ['device_vitals', unpackRecords(read('vitals'), read('devices'))]
          : [name, read(name)],
      ),
    );
  } finally {
    database.close();
  }
}

/** What records hold, as the rows that earlier releases had in their place. */
function unpackRecords(records: readonly Row[], devices: readonly Row[]): Row[] {
  return records
    .flatMap(({ record }) => unpackVitals(record as string | Uint8Array<ArrayBuffer>))
    .sort((one, other) => one.deviceRow - other.deviceRow)
    .map(({ deviceRow, lastHeardAt, lastUpAt, rssi, voltage, batteryLevel }) => {
      const { ssid, sleep } = devices.find(({ id }) => id === deviceRow) ?? {};
      return {
        ...{ device_row: deviceRow, last_heard_at: lastHeardAt, last_up_at: lastUpAt },
        ...{ rssi, voltage, battery_level: batteryLevel, ssid, sleep },
      };
    });
}

/** No row is gone, and no value has changed in the columns that still exist. */
function expectKept(before: Record<string, Row[]>, after: Record<string, Row[]>): void {
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table] ?? [];
    expect({ table, isShorter: now.length < rows.length }).toEqual({ table, isShorter: false });
    for (const [index, row] of rows.entries()) {
      const kept = Object.keys(row).filter((column) => column in (now[index] ?? {}));
      expect(kept.length).toBeGreaterThan(0);
      const columns = kept.filter(
        (column) =>
          // A restore raises the token version, which ends all sessions.
          column !== 'token_version' &&
          // The owner of an hourly heartbeat is by now that of its device.
          !(column === 'customer_id' && row['event_type'] === 'HEARTBEAT'),
      );
      const pick = (from: Row = {}) =>
        Object.fromEntries(columns.map((column) => [column, from[column]]));
      expect({ table, ...pick(now[index]) }).toEqual({ table, ...pick(row) });
    }
  }
}
