import { expect, test } from 'bun:test';
import { report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import type { LiveDevice } from './live-device.ts';
import { recordEvents } from './record-events.ts';

const unlimited = { perSecond: Number.POSITIVE_INFINITY, burst: 1 };

/** How many rows were written since the store was opened, each as often as it was (total_changes). */
function rowsWritten({ store }: TestMonitor): number {
  const found = store.sqlite.query<{ rows: number }, []>('SELECT total_changes() AS rows').get();
  return found?.rows ?? 0;
}

async function writtenBy(monitor: TestMonitor, work: () => Promise<unknown>): Promise<number> {
  const before = rowsWritten(monitor);
  await work();
  return rowsWritten(monitor) - before;
}

const send = (monitor: TestMonitor, device: LiveDevice, ...reports: ReturnType<typeof report>[]) =>
  recordEvents(monitor, device, reports, 'http', monitor.clock());

test('a report writes as many rows after a thousand others of its outage as after ten', async () => {
  const monitor = makeTestMonitor({ deviceRate: unlimited });
  const device = makeDevice(monitor);
  const written: number[] = [];
  for (let n = 0; n < 1_000; n++) {
    monitor.time.advanceMs(10);
    written.push(await writtenBy(monitor, () => send(monitor, device, report('POWER_DOWN'))));
  }
  expect(written[999]).toBe(written[9] ?? Number.NaN);
  const row = monitor.store.db.select().from(outages).get();
  const linked = monitor.store.db.select().from(events).all();
  expect(linked.filter(({ outageId }) => outageId === row?.id)).toHaveLength(1_000);
});

test('losses and recoveries in turn write as many rows after a thousand as after ten', async () => {
  const monitor = makeTestMonitor({ deviceRate: unlimited });
  const device = makeDevice(monitor);
  const written: number[] = [];
  for (let n = 0; n < 500; n++) {
    written.push(
      await writtenBy(monitor, async () => {
        monitor.time.advanceMs(10);
        await send(monitor, device, report('POWER_DOWN'));
        monitor.time.advanceMs(10);
        await send(monitor, device, report('POWER_RECOVER'));
      }),
    );
  }
  expect(written[499]).toBe(written[9] ?? Number.NaN);
  expect(monitor.store.db.select().from(outages).all()).toMatchObject([{ flaps: 499 }]);
});

test('a report that is older than any board keeps is stored and changes no history', async () => {
  const monitor = makeTestMonitor({ deviceRate: unlimited });
  const device = makeDevice(monitor);
  await send(monitor, device, report('POWER_DOWN'), report('POWER_RECOVER', { age_ms: 0 }));
  const { store } = monitor;
  store.transaction(() => {
    const insert = store.sqlite.query(`INSERT INTO events
      (device_row, event_type, occurred_at, created_at, boot_id, seq)
      VALUES (?, 'POWER_DOWN', ?, 0, 'ffffffff', ?)`);
    for (let n = 0; n < 5_001; n++) insert.run(device.row, monitor.clock().wallMs - n, n);
  });
  const before = store.db.select().from(outages).all();
  const late = report('POWER_DOWN', { age_ms: 3_600_000, boot_id: '0badcafe' });
  expect(await send(monitor, device, late)).toEqual([late.seq]);
  expect(store.db.select().from(outages).all()).toEqual(before);
  const kept = store.db.select().from(events).all();
  expect(kept.filter(({ bootId }) => bootId === '0badcafe')).toHaveLength(1);
});

test('a report that makes the server look far back takes tokens for it', async () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const reports = Array.from({ length: 150 }, () => report('POWER_DOWN'));
  await send(monitor, device, ...reports);
  const { monoMs } = monitor.clock();
  const before = device.allowance.available(monoMs);
  await send(monitor, device, report('POWER_RECOVER', { age_ms: 60_000, boot_id: '0badcafe' }));
  expect(device.allowance.available(monoMs)).toBe(before - 1);
});
