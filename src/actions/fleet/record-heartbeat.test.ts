import { expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

test("a battery's readings end with the first heartbeat that tells none", async () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const onBattery = beat({ seq: 1, rssi: -61, voltage: 3.9, battery_level: 66 });
  await recordHeartbeat(monitor, device, onBattery, 'http', monitor.clock());
  expect(device.vitals).toMatchObject({ rssi: -61, voltage: 3.9, batteryLevel: 66 });
  await recordHeartbeat(monitor, device, beat({ seq: 2 }), 'http', monitor.clock());
  expect(device.vitals).toMatchObject({ rssi: -61, voltage: null, batteryLevel: null });
});

test('a heartbeat that was not stored counts when it is repeated', async () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const { store } = monitor;
  const hear = () => recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
  store.sqlite.run(
    `CREATE TRIGGER refused BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'no'); END`,
  );
  await expect(hear()).rejects.toThrow('no');
  store.sqlite.run('DROP TRIGGER refused');
  await hear();
  expect(device.beatsThisHour).toBe(1);
});

test('a board that sleeps during an outage opens no other outage, and its silence is explained', async () => {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor);
  const hear = (fields: Parameters<typeof beat>[0]) =>
    recordHeartbeat(monitor, device, beat(fields), 'mqtt', monitor.clock());
  await hear({ seq: 1 });
  await recordEvents(monitor, device, [report('POWER_DOWN', { seq: 2 })], 'mqtt', monitor.clock());
  await hear({ seq: 3, power: 'DOWN', voltage: 3.28, sleep: 'battery_low' });
  await monitor.advance(200);
  expect(device.state).toMatchObject({ link: 'offline', outage: { cause: 'mains' } });
  const rows = monitor.store.db.select().from(events).all();
  expect(rows.at(-1)).toMatchObject({
    eventType: 'OFFLINE',
    voltage: 3.28,
    details: { sleep: 'battery_low' },
  });
  expect(monitor.store.db.select().from(outages).all()).toHaveLength(1);

  // Woken by the mains: a power-on, like any that follows an outage.
  await hear({ boot_id: 'ffffffff', seq: 1, uptime_ms: 5_000 });
  expect(device.state.outage?.recovery).toMatchObject({ cause: 'mains' });
  expect(device.vitals.sleep).toBeNull();
});
