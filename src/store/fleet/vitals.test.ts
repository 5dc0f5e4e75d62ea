import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { deleteDeviceRow } from './device-changes.ts';
import {
  clearMeasured,
  forgetLastUp,
  readVitals,
  readVitalsOf,
  type StoredVitals,
  unheard,
  unpackVitals,
  writeVitals,
} from './vitals.ts';

const at = Date.UTC(2026, 0, 15, 5, 0, 0);

/** Devices with rows from 1 on. */
function makeStore(count: number) {
  const monitor = makeTestMonitor();
  const first = makeDevice(monitor);
  expect(first.row).toBe(1);
  const { store } = monitor;
  const add = store.sqlite.query(
    `INSERT INTO devices (id, device_id, owned_since, site_name, device_type, created_at)
    VALUES (?, ?, 0, 'Shop', 's2-mini', 0)`,
  );
  for (let row = 2; row <= count; row++) add.run(row, `fw-${row}`);
  return store;
}

const heard = (deviceRow: number, values: Partial<StoredVitals> = {}): StoredVitals => ({
  deviceRow,
  lastHeardAt: at - deviceRow,
  lastUpAt: at - deviceRow,
  rssi: -61,
  voltage: null,
  batteryLevel: null,
  ...values,
});

test('reads back what was written, device by device', () => {
  const store = makeStore(1_100);
  const said = [
    heard(1),
    heard(511, { lastUpAt: null }),
    heard(512, { lastUpAt: at - 7_200_000, voltage: 4.97, batteryLevel: 86.5 }),
    heard(513, { lastHeardAt: 0, lastUpAt: 0 }),
    // Power may have been known to be up after the last heartbeat: a report said so.
    heard(1_100, { rssi: null, lastUpAt: at + 5_000 }),
  ];
  store.transaction(() => writeVitals(store, said));
  expect([...readVitals(store).values()]).toEqual(said);
  for (const vitals of said) expect(readVitalsOf(store, vitals.deviceRow)).toEqual(vitals);
  expect(readVitalsOf(store, 2)).toEqual(unheard);
});

test('a device that is heard again leaves the others of its record as they were', () => {
  const store = makeStore(3);
  store.transaction(() => writeVitals(store, [heard(1), heard(2), heard(3)]));
  const again = heard(2, { lastHeardAt: at + 60_000, voltage: 5 });
  store.transaction(() => writeVitals(store, [again]));
  store.transaction(() => forgetLastUp(store, 1));
  store.transaction(() => clearMeasured(store, 3));
  expect([...readVitals(store).values()]).toEqual([
    heard(1, { lastUpAt: null }),
    again,
    heard(3, { rssi: null }),
  ]);
});

test('nothing is written of a device that was never heard, or is gone', () => {
  const store = makeStore(2);
  store.transaction(() => forgetLastUp(store, 1));
  expect(readVitals(store).size).toBe(0);
  store.transaction(() => writeVitals(store, [heard(2), heard(3)]));
  expect([...readVitals(store).keys()]).toEqual([2]);
});

test('a device that is deleted leaves its record at once; by another hand, with the next flush', () => {
  const store = makeStore(3);
  store.transaction(() => writeVitals(store, [heard(1), heard(2), heard(3)]));
  store.transaction(() => deleteDeviceRow(store, 1));
  expect([...readVitals(store).keys()]).toEqual([2, 3]);
  store.sqlite.run('DELETE FROM devices WHERE id = 2');
  store.transaction(() => writeVitals(store, [heard(3)]));
  expect([...readVitals(store).keys()]).toEqual([3]);
  store.transaction(() => deleteDeviceRow(store, 3));
  expect(store.sqlite.query('SELECT count(*) AS count FROM vitals').get()).toEqual({ count: 0 });
});

test('a thousand devices that are heard every ten seconds fill no more than a page', () => {
  const store = makeStore(1_000);
  const said = Array.from({ length: 1_000 }, (_, index) =>
    heard(index + 1, {
      lastHeardAt: at - ((index * 7_919) % 10_000),
      lastUpAt: at - ((index * 7_919) % 10_000),
      rssi: -50 - (index % 30),
    }),
  );
  store.transaction(() => writeVitals(store, said));
  const sizes = store.sqlite.query('SELECT sum(length(record)) AS bytes FROM vitals').get();
  expect((sizes as { bytes: number }).bytes).toBeLessThan(4_000);
});

test('the rows of earlier releases become records', () => {
  const database = new Database(':memory:');
  database.run(`CREATE TABLE device_vitals (device_row, last_heard_at, last_up_at, rssi, voltage,
    battery_level, ssid, sleep)`);
  database.run('CREATE TABLE devices (id INTEGER PRIMARY KEY)');
  database.run('INSERT INTO devices VALUES (7), (8), (600)');
  database.run(`INSERT INTO device_vitals VALUES
    (7, ${at}, ${at - 5_000}, -61, 4.97, 86.5, 'shop-wifi', NULL),
    (600, ${at}, NULL, NULL, NULL, NULL, NULL, 'battery')`);
  const migration = readFileSync(`${import.meta.dir}/../../../drizzle/0009_vitals.sql`, 'utf8');
  for (const statement of migration.split('--> statement-breakpoint')) database.run(statement);
  const records = database
    .query<{ part: number; record: string }, []>('SELECT part, record FROM vitals ORDER BY part')
    .all();
  expect(records.map(({ part }) => part)).toEqual([0, 1]);
  expect(records.flatMap(({ record }) => unpackVitals(record))).toEqual([
    heard(7, { lastHeardAt: at, lastUpAt: at - 5_000, voltage: 4.97, batteryLevel: 86.5 }),
    heard(600, { lastHeardAt: at, lastUpAt: null, rssi: null }),
  ]);
  expect(database.query('SELECT * FROM devices').values()).toEqual([
    [7, 'shop-wifi', null],
    [8, null, null],
    [600, null, 'battery'],
  ]);
});
