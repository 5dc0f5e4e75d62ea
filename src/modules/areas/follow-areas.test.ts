import { expect, test } from 'bun:test';
import { report } from '../../../tests/support/beats.ts';
import { makeTestLog } from '../../../tests/support/delivery-world.ts';
import { makeDevice, openTestStore, TestTime } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { refreshFleet } from '../../actions/fleet/load-fleet.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { loadConfig } from '../../installation/config.ts';
import { watchFleet } from '../../main/watch-fleet.ts';
import { devices } from '../../store/devices/tables.ts';
import { areaMetrics } from './area-metrics.ts';
import { listAreaOutages, readAreaSites } from './area-rows.ts';
import { AreaFollow } from './follow-areas.ts';

const hourMs = 3_600_000;
const page = { page: 1, limit: 10 };

function follow(boards = 8) {
  const time = new TestTime();
  const config = loadConfig({ data: tempDir('areas'), host: '127.0.0.1', port: '0' }, {});
  const store = openTestStore();
  const { monitor, followClock } = watchFleet(store, config, makeTestLog().log, time, undefined);
  const village = Array.from({ length: boards }, () => makeDevice(monitor));
  const told: number[] = [];
  const areas = new AreaFollow(config.timezone, (ids) => told.push(...ids));
  const settle = () => areas.settle(monitor, monitor.clock());
  const open = () => listAreaOutages(store, { isOpen: true }, page).rows;
  const say = async (board: LiveDevice, what: 'POWER_DOWN' | 'POWER_RECOVER') => {
    time.advanceMs(10);
    await recordEvents(monitor, board, [report(what)], 'mqtt', monitor.clock());
  };
  const placeAll = () => {
    store.db.update(devices).set({ cell: 'F12/T3' }).run();
    refreshFleet(monitor, monitor.clock());
  };
  return { time, store, monitor, followClock, village, told, settle, open, say, placeAll };
}

test('boards that are given a place while it runs are followed from then on', async () => {
  const { village, settle, open, say, placeAll, told } = follow();
  settle();
  for (const board of village.slice(0, 2)) await say(board, 'POWER_DOWN');
  settle();
  expect(open()).toEqual([]);
  placeAll();
  settle();
  for (const board of village.slice(2)) await say(board, 'POWER_DOWN');
  settle();
  expect(open()).toMatchObject([{ lost: 8, cells: ['F12/T3'] }]);
  expect(new Set(told)).toEqual(new Set(open().map(({ id }) => id)));
});

test('a board that is gone is followed no more, nor is one that took its name', async () => {
  const { store, monitor, village, settle, open, say, placeAll } = follow(4);
  placeAll();
  settle();
  const [gone] = village;
  if (gone === undefined) throw new Error('no board was made');
  store.db.delete(devices).run();
  refreshFleet(monitor, monitor.clock());
  settle();
  const again = Array.from({ length: 4 }, (_, place) =>
    makeDevice(monitor, place === 0 ? { deviceId: gone.deviceId } : {}),
  );
  settle();
  for (const board of again) await say(board, 'POWER_DOWN');
  settle();
  expect(open()).toEqual([]);
  placeAll();
  settle();
  expect(open()).toMatchObject([{ lost: 4 }]);
});

test('what was lost before the start is found, and what was known goes on', async () => {
  const { store, monitor, village, settle, open, say, placeAll } = follow();
  placeAll();
  for (const board of village.slice(0, 6)) await say(board, 'POWER_DOWN');
  settle();
  const [known] = open();
  expect(known).toMatchObject({ lost: 6 });
  for (const board of village.slice(6)) await say(board, 'POWER_DOWN');
  new AreaFollow('Asia/Bangkok').settle(monitor, monitor.clock());
  expect(open()).toMatchObject([{ id: known?.id ?? 0, lost: 8 }]);
  expect(readAreaSites(store, known?.id ?? 0, 20)).toHaveLength(8);
});

test('an outage goes on over a jump of the clock, dated as its sites are', async () => {
  const { time, store, village, followClock, settle, open, say, placeAll } = follow();
  placeAll();
  settle();
  for (const board of village.slice(0, 6)) await say(board, 'POWER_DOWN');
  settle();
  const [before] = open();
  time.wallMs += hourMs;
  settle();
  followClock();
  settle();
  for (const board of village.slice(6)) await say(board, 'POWER_DOWN');
  settle();
  expect(open()).toMatchObject([{ id: before?.id ?? 0, lost: 8 }]);
  expect(open()[0]?.beganTo).toBe((before?.beganTo ?? 0) + hourMs);
  expect(readAreaSites(store, before?.id ?? 0, 20)[0]?.downAt).toBeGreaterThan(
    before?.beganTo ?? 0,
  );
});

test('what the disk refused is written with the next look', async () => {
  const { store, village, settle, open, say, placeAll } = follow();
  placeAll();
  settle();
  for (const board of village) await say(board, 'POWER_DOWN');
  store.sqlite.run(`CREATE TRIGGER refused BEFORE INSERT ON area_outages
    BEGIN SELECT raise(ABORT, 'no space'); END`);
  expect(settle).toThrow('no space');
  expect(open()).toEqual([]);
  store.sqlite.run('DROP TRIGGER refused');
  settle();
  expect(open()).toMatchObject([{ lost: 8 }]);
  const [areas, sites] = areaMetrics(store);
  expect(areas?.values).toContainEqual({ labels: { cause: 'mains' }, value: 1 });
  expect(sites?.values).toContainEqual({ labels: { cause: 'mains' }, value: 8 });
});
