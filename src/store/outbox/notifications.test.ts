import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor, type TestMonitor } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { recipients } from '../alerts/tables.ts';
import { devices } from '../devices/tables.ts';
import { notifications } from './tables.ts';

const rowsOf = (monitor: TestMonitor) =>
  monitor.store.db
    .select()
    .from(notifications)
    .all()
    .map(({ kind, sequence, status }) => `${kind} ${sequence} ${status}`);

async function makeStory() {
  const monitor = makeTestMonitor();
  const device = makeDevice(monitor, { thresholdSeconds: 30 });
  await recordHeartbeat(monitor, device, beat(), 'mqtt', monitor.clock());
  return { monitor, device };
}

const say = (monitor: TestMonitor, device: LiveDevice, type: 'POWER_DOWN' | 'POWER_RECOVER') =>
  recordEvents(monitor, device, [report(type)], 'mqtt', monitor.clock());

const setStatus = (monitor: TestMonitor, kind: 'alert' | 'reminder', fields: object) =>
  monitor.store.db.update(notifications).set(fields).where(eq(notifications.kind, kind)).run();

describe('what is queued', () => {
  test('is one alert per reachable chat, due a threshold after the loss', async () => {
    const { monitor, device } = await makeStory();
    const { db } = monitor.store;
    const customerId = device.config.customerId ?? 0;
    const chat = { customerId, channel: 'telegram', language: 'th', createdAt: 0 } as const;
    db.insert(recipients)
      .values({ ...chat, address: '777' })
      .run();
    db.insert(recipients)
      .values({ ...chat, address: '888', unreachableAt: 5 })
      .run();
    await say(monitor, device, 'POWER_DOWN');
    const rows = db.select().from(notifications).all();
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.recipient)).toContain('777');
    expect(rows.every((row) => row.dueAt === monitor.clock().wallMs + 30_000)).toBe(true);
  });

  test('is taken back when power returns before anyone was told, and nobody is told of the end', async () => {
    const { monitor, device } = await makeStory();
    await say(monitor, device, 'POWER_DOWN');
    await monitor.advance(10);
    await say(monitor, device, 'POWER_RECOVER');
    expect(rowsOf(monitor)).toEqual(['alert 0 superseded']);
    await monitor.advance(121);
    expect(rowsOf(monitor)).toEqual(['alert 0 superseded']);
  });

  test('comes back to life when power is lost again', async () => {
    const { monitor, device } = await makeStory();
    await say(monitor, device, 'POWER_DOWN');
    await monitor.advance(10);
    await say(monitor, device, 'POWER_RECOVER');
    await monitor.advance(10);
    await say(monitor, device, 'POWER_DOWN');
    expect(rowsOf(monitor)).toEqual(['alert 0 pending']);
  });

  test('an alert that was due stays, and its recovery follows once it was tried', async () => {
    const { monitor, device } = await makeStory();
    await say(monitor, device, 'POWER_DOWN');
    await monitor.advance(60);
    await say(monitor, device, 'POWER_RECOVER');
    await monitor.advance(121);
    expect(rowsOf(monitor)).toEqual(['alert 0 pending']);
    await say(monitor, device, 'POWER_DOWN');
    await monitor.advance(61);
    setStatus(monitor, 'alert', { attempts: 1 });
    await say(monitor, device, 'POWER_RECOVER');
    await monitor.advance(121);
    expect(rowsOf(monitor)).toContain('recovery 0 pending');
  });

  test.each([
    [null, ['alert 0 pending']],
    // A site that was muted to the end of the outage causes no message.
    [3_600_000, ['alert 0 superseded']],
  ])(
    'one that came due and was put off stays, muted for %p ms or not',
    async (mutedMs, expected) => {
      const { monitor, device } = await makeStory();
      const now = monitor.clock();
      const mutedUntil = mutedMs === null ? null : now.wallMs + mutedMs;
      monitor.store.db.update(devices).set({ mutedUntil, thresholdSeconds: 30 }).run();
      const tell = (type: 'POWER_DOWN' | 'POWER_RECOVER', seq: number, ageMs: number) =>
        recordEvents(monitor, device, [report(type, { seq, age_ms: ageMs })], 'mqtt', now);
      await tell('POWER_DOWN', 2, 55_000);
      // A heartbeat comes before the report of the recovery, and the outbox looks in between.
      await recordHeartbeat(monitor, device, beat({ seq: 4 }), 'mqtt', now);
      setStatus(monitor, 'alert', { nextAttemptAt: mutedUntil ?? now.wallMs + 30_000 });
      await tell('POWER_RECOVER', 3, 20_000);
      await monitor.advance(121);
      expect(rowsOf(monitor)).toEqual(expected);
    },
  );

  test('the recovery goes to those who were told, or may have been', async () => {
    for (const [fields, expected] of [
      [{ status: 'sent' }, true],
      [{ status: 'sending' }, true],
      [{ status: 'failed', ambiguousAttempts: 1 }, true],
      [{ status: 'failed' }, false],
    ] as const) {
      const { monitor, device } = await makeStory();
      await say(monitor, device, 'POWER_DOWN');
      await monitor.advance(31);
      setStatus(monitor, 'alert', fields);
      await say(monitor, device, 'POWER_RECOVER');
      await monitor.advance(121);
      expect(rowsOf(monitor).includes('recovery 0 pending')).toBe(expected);
    }
  });

  test.each([
    [{ status: 'pending' }, ['alert 0 sent', 'reminder 1 pending']],
    [
      { status: 'pending', attempts: 2 },
      ['alert 0 sent', 'reminder 1 superseded', 'reminder 2 pending'],
    ],
    [{ status: 'sent' }, ['alert 0 sent', 'reminder 1 sent', 'reminder 2 pending']],
  ])('reminders go on when the outage does (%j)', async (reminder, expected) => {
    const { monitor, device } = await makeStory();
    await say(monitor, device, 'POWER_DOWN');
    await monitor.advance(31);
    setStatus(monitor, 'alert', { status: 'sent', sentAt: monitor.clock().wallMs });
    const alert = monitor.store.db.select().from(notifications).get();
    if (alert === undefined) throw new Error('there is no alert');
    const { id: _, ...fields } = alert;
    const next = { ...fields, kind: 'reminder', sequence: 1, ...reminder } as const;
    monitor.store.db
      .insert(notifications)
      .values(next as typeof fields)
      .run();
    await say(monitor, device, 'POWER_RECOVER');
    await monitor.advance(10);
    await say(monitor, device, 'POWER_DOWN');
    expect(rowsOf(monitor)).toEqual(expected);
  });
});
