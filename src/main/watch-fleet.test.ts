import { expect, test } from 'bun:test';
import { report } from '../../tests/support/beats.ts';
import { makeTestLog } from '../../tests/support/delivery-world.ts';
import { makeDevice, openTestStore, TestTime } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { loadConfig } from '../installation/config.ts';
import { outages } from '../store/alerts/tables.ts';
import { observationGaps } from '../store/fleet/tables.ts';
import { watchFleet } from './watch-fleet.ts';

const hourMs = 3_600_000;

function watch() {
  const time = new TestTime();
  const { log, lines } = makeTestLog();
  const config = loadConfig({ data: tempDir('clock'), host: '127.0.0.1', port: '0' }, {});
  const store = openTestStore();
  const fleet = watchFleet(store, config, log, time, undefined);
  const countChanges = () => store.sqlite.query('SELECT total_changes()').values()[0]?.[0];
  const errors = () => lines.filter(({ level }) => level === 'error');
  const readDownAt = () =>
    store.db
      .select()
      .from(outages)
      .all()
      .map(({ downAt }) => downAt);
  const readJumps = () =>
    store.db
      .select()
      .from(observationGaps)
      .all()
      .flatMap(({ jumpMs }) => jumpMs ?? []);
  return { ...fleet, store, time, countChanges, errors, readDownAt, readJumps };
}

test('the clock can be read within a transaction, and writes nothing', async () => {
  const { monitor, store, time, countChanges, errors } = watch();
  const device = makeDevice(monitor);
  await recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  time.wallMs += hourMs;
  const before = countChanges();
  const read = store.transaction(() => monitor.clock());
  expect(read.wallMs).toBe(time.wallMs - hourMs);
  monitor.clock();
  expect(countChanges()).toBe(before);
  expect(errors()).toEqual([]);
});

test('a jump is applied once, whatever fails after it was stored', async () => {
  const world = watch();
  const { monitor, store, time } = world;
  const boards = Array.from({ length: 8 }, () => makeDevice(monitor));
  for (const board of boards) {
    await recordEvents(monitor, board, [report('POWER_DOWN')], 'mqtt', monitor.clock());
  }
  store.sqlite
    .query(`INSERT INTO area_outages (began_from, began_to, declared_at, status, cause, lost, back, healthy, owners,
      cells) VALUES (?1, ?1, ?1, 'confirmed', 'mains', 8, 0, 0, 8, '["F12/T3"]')`)
    .run(monitor.clock().wallMs);
  const [downAt = 0] = world.readDownAt();

  time.wallMs += hourMs;
  store.sqlite.run(`CREATE TRIGGER refused BEFORE UPDATE ON area_outages
    BEGIN SELECT raise(ABORT, 'no space'); END`);
  expect(() => world.followClock()).toThrow('no space');
  expect([world.readDownAt()[0], world.readJumps()]).toEqual([downAt, []]);
  expect(monitor.clock().wallMs).toBe(time.wallMs - hourMs);
  store.sqlite.run('DROP TRIGGER refused');
  world.followClock();
  expect(world.readDownAt()).toEqual(boards.map(() => downAt + hourMs));
  expect(monitor.clock().wallMs).toBe(time.wallMs);
  world.followClock();
  expect(world.readJumps()).toEqual([hourMs]);
});
