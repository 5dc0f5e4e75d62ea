import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

/** Mains fails, comes back, and fails again 300 ms later; the word of its return is on its way for 2 s. */
async function flickerWithSlowReport({ isRestarted = false } = {}) {
  const monitor = makeTestMonitor();
  const { time } = monitor;
  const device = makeDevice(monitor);
  await recordHeartbeat(monitor, device, beat({ seq: 1 }), 'mqtt', time.clock());
  time.advanceMs(10_000);
  const lost = report('POWER_DOWN', { seq: 2 });
  await recordEvents(monitor, device, [lost], 'mqtt', time.clock());
  time.advanceMs(60_000);
  const returned = report('POWER_RECOVER', { seq: 3 });
  time.advanceMs(2_000);
  await recordEvents(monitor, device, [returned], 'mqtt', time.clock());
  // A new run of the server knows of earlier reports only what is stored.
  if (isRestarted) device.newestReport = null;
  const lostAgain = report('POWER_DOWN', { seq: 4, age_ms: 1_700 });
  await recordEvents(monitor, device, [lostAgain], 'mqtt', time.clock());
  return { monitor, device, lost, returned, lostAgain };
}

test.each([{ isRestarted: false }, { isRestarted: true }])(
  'a loss that follows a return which was held up on its way is a loss all the same: %p',
  async (run) => {
    const { monitor, device } = await flickerWithSlowReport(run);
    expect(device.state.power).toBe('DOWN');
    const [outage, ...others] = monitor.store.db.select().from(outages).all();
    expect(others).toHaveLength(0);
    expect(outage).toMatchObject({ recoverAt: null, confirmedAt: null, flaps: 1 });
  },
);

test('reports of one boot are stored in the order of their seq, however often they are repeated', async () => {
  const { monitor, device, lost, returned, lostAgain } = await flickerWithSlowReport();
  monitor.time.advanceMs(500);
  await recordEvents(monitor, device, [lost, returned, lostAgain], 'http', monitor.time.clock());
  const stored = monitor.store.db
    .select({ seq: events.seq, at: events.occurredAt })
    .from(events)
    .where(eq(events.deviceRow, device.row))
    .orderBy(events.occurredAt)
    .all()
    .filter(({ seq }) => seq !== null);
  expect(stored.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  expect(device.state.power).toBe('DOWN');
});

test('a loss made after a heartbeat that was held up is a loss, also right after an outage', async () => {
  const monitor = makeTestMonitor();
  const { time } = monitor;
  const device = makeDevice(monitor);
  const beats = (seq: number, power: 'UP' | 'DOWN' = 'UP') =>
    recordHeartbeat(monitor, device, beat({ seq, power }), 'mqtt', time.clock());
  await beats(1);
  await recordEvents(monitor, device, [report('POWER_DOWN', { seq: 2 })], 'mqtt', time.clock());
  await monitor.advance(60);
  await recordEvents(monitor, device, [report('POWER_RECOVER', { seq: 3 })], 'mqtt', time.clock());
  await monitor.advance(monitor.settings.recoveryDelay * 60 + 1);
  expect(device.state.outage).toBeNull();

  // Made 3 s ago, before the loss; it arrives only now.
  await beats(4);
  const lost = report('POWER_DOWN', { seq: 5, age_ms: 2_500 });
  await recordEvents(monitor, device, [lost], 'mqtt', time.clock());
  expect(device.state.power).toBe('DOWN');
  await beats(6, 'DOWN');
  const rows = monitor.store.db.select().from(outages).all();
  expect(rows).toMatchObject([{ recoverAt: null, confirmedAt: null, flaps: 1 }]);
});
