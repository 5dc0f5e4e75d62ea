import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { recipients } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { auditLog } from '../../store/people/tables.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { acknowledgeOutages } from './acknowledge-outages.ts';
import { changeAlertSettings, toggleAlerts } from './change-alert-settings.ts';
import { muteDevices } from './mute-devices.ts';

const hour = 3_600_000;

let world: DeliveryWorld;
let customerId: number;
let device: LiveDevice;

beforeEach(() => {
  world = makeDeliveryWorld();
  customerId = makeCustomer(world.monitor, '700');
  device = makeDevice(world.monitor, { customerId, siteName: 'Shop' });
});

const owned = () => ({ customerId, deviceId: device.deviceId, by: 'Nok' });
const row = () =>
  world.monitor.store.db.select().from(devices).where(eq(devices.id, device.row)).get();
/** Seconds since the outage began at which each message went out. */
const sentAfter = (downAt: number) =>
  world.channel.sent.map(({ at }) => Math.round((at - downAt) / 1000));

async function change(wanted: Parameters<typeof changeAlertSettings>[2]): Promise<void> {
  changeAlertSettings(world.monitor, owned(), wanted, testActor, world.monitor.clock());
  await world.settle();
}

async function toggle(isEnabled: boolean): Promise<void> {
  toggleAlerts(world.monitor, owned(), isEnabled, testActor, world.monitor.clock());
  await world.settle();
}

describe('what is stored', () => {
  test('is the row, an event with what changed, and an entry in the audit log', async () => {
    await change({ thresholdSeconds: 30, reminderSeconds: 300, alertOnRecovery: false });
    expect(row()).toMatchObject({
      alertEnabled: true,
      thresholdSeconds: 30,
      reminderSeconds: 300,
      alertOnRecovery: false,
    });
    const { db } = world.monitor.store;
    expect(db.select().from(events).all()).toMatchObject([
      {
        deviceRow: device.row,
        customerId,
        eventType: 'CONFIG_CHANGE',
        details: { downtime_threshold_seconds: 30, alert_on_recovery: false, by: 'Nok' },
      },
    ]);
    expect(db.select().from(auditLog).all()).toMatchObject([
      {
        actor: testActor.name,
        action: 'device.alert-settings',
        subject: device.deviceId,
        before: { thresholdSeconds: 60, alertOnRecovery: true },
        after: { thresholdSeconds: 30, alertOnRecovery: false },
      },
    ]);
  });

  test('is nothing when nothing differs', async () => {
    await change({ alertEnabled: true, thresholdSeconds: 60 });
    const { db } = world.monitor.store;
    expect(db.select().from(events).all()).toEqual([]);
    expect(db.select().from(auditLog).all()).toEqual([]);
  });

  test('is nothing for a device of somebody else', () => {
    const stranger = { ...owned(), customerId: makeCustomer(world.monitor) };
    expect(() =>
      changeAlertSettings(
        world.monitor,
        stranger,
        { thresholdSeconds: 30 },
        testActor,
        world.monitor.clock(),
      ),
    ).toThrow('no such device');
    expect(row()?.thresholdSeconds).toBe(60);
  });
});

describe('while an outage goes on', () => {
  let downAt: number;

  async function lose(): Promise<void> {
    downAt = world.time.wallMs;
    await world.loseMains(device);
  }

  test('a lower threshold brings the waiting alert forward', async () => {
    await lose();
    await world.advance(20);
    await change({ thresholdSeconds: 30 });
    expect(world.channel.sent).toEqual([]);
    await world.advance(20);
    expect(sentAfter(downAt)).toEqual([30]);
  });

  test("a threshold below the outage's duration sends the alert at once", async () => {
    await lose();
    await world.advance(20);
    await change({ thresholdSeconds: 5 });
    expect(sentAfter(downAt)).toEqual([20]);
  });

  test('a higher threshold puts the alert off', async () => {
    await lose();
    await world.advance(20);
    await change({ thresholdSeconds: 120 });
    await world.advance(99);
    expect(world.channel.sent).toEqual([]);
    await world.advance(2);
    expect(sentAfter(downAt)).toEqual([120]);
  });

  test('an alert that waits because the loss may be taken back goes on waiting', async () => {
    await lose();
    const { store } = world.monitor;
    store.sqlite.run('UPDATE notifications SET due_at = ?1, next_attempt_at = ?1', [
      downAt + 75_000,
    ]);
    await change({ thresholdSeconds: 5 });
    await world.advance(74);
    expect(world.channel.sent).toEqual([]);
    await world.advance(1);
    expect(sentAfter(downAt)).toEqual([75]);
  });

  test('what was sent is not sent again, and a chat that came later is not told by a change', async () => {
    await lose();
    await world.advance(60);
    world.monitor.store.db
      .insert(recipients)
      .values({ customerId, channel: 'telegram', address: '701', createdAt: world.time.wallMs })
      .run();
    await change({ thresholdSeconds: 5 });
    await change({ thresholdSeconds: 300 });
    await world.advance(30);
    expect(sentAfter(downAt)).toEqual([60]);
  });

  test('another interval moves the next reminder, counted from the message before', async () => {
    await lose();
    await world.advance(60);
    await change({ reminderSeconds: 90 });
    await world.advance(300);
    expect(sentAfter(downAt)).toEqual([60, 150, 240, 330]);
    await change({ reminderSeconds: 600 });
    await world.advance(569);
    expect(world.channel.sent).toHaveLength(4);
    await world.advance(2);
    expect(sentAfter(downAt).at(-1)).toBe(930);
  });

  test('an interval that has passed already reminds at once', async () => {
    await lose();
    await world.advance(160);
    await change({ reminderSeconds: 90 });
    expect(sentAfter(downAt)).toEqual([60, 160]);
  });

  test('alerts that are switched off send nothing, and send the missed alert when switched on again', async () => {
    await lose();
    await toggle(false);
    await world.advance(100);
    expect(world.rows()).toMatchObject([{ kind: 'alert', status: 'superseded' }]);
    await toggle(true);
    expect(sentAfter(downAt)).toEqual([100]);
    await world.advance(300);
    expect(sentAfter(downAt)).toEqual([100, 400]);
  });

  test('the alert keeps its due time when alerts are switched on again before the threshold', async () => {
    await lose();
    await toggle(false);
    await world.advance(20);
    await toggle(true);
    await world.advance(60);
    expect(sentAfter(downAt)).toEqual([60]);
  });

  test('reminders go on for chats that were told when alerts are switched on again', async () => {
    await lose();
    await world.advance(60);
    await toggle(false);
    await world.advance(400);
    expect(sentAfter(downAt)).toEqual([60]);
    await toggle(true);
    expect(sentAfter(downAt)).toEqual([60, 460]);
    await world.advance(300);
    expect(sentAfter(downAt)).toEqual([60, 460, 760]);
  });

  test('an acknowledged outage stays quiet, whatever is changed', async () => {
    await lose();
    await world.advance(60);
    acknowledgeOutages(
      world.monitor,
      { customerId, outageIds: [1], actor: testActor },
      world.monitor.clock(),
    );
    await toggle(false);
    await toggle(true);
    await change({ thresholdSeconds: 5, reminderSeconds: 30 });
    await world.advance(120);
    expect(sentAfter(downAt)).toEqual([60]);
  });

  test('switching alerts on during the recovery delay sends no alert', async () => {
    await lose();
    await toggle(false);
    await world.advance(70);
    await world.restoreMains(device);
    await toggle(true);
    await world.advance(200);
    expect(world.channel.sent).toEqual([]);
  });

  test('no recovery message goes out once they are switched off', async () => {
    await lose();
    await world.advance(60);
    await change({ alertOnRecovery: false });
    await world.restoreMains(device);
    await world.advance(200);
    expect(sentAfter(downAt)).toEqual([60]);
  });
});

describe('a mute', () => {
  const mute = () => {
    const until = world.time.wallMs + hour;
    muteDevices(
      world.monitor,
      { customerId, until, by: 'Nok', actor: testActor },
      world.monitor.clock(),
    );
  };

  test('ends when alerts are switched on, even where they were on already', async () => {
    mute();
    await world.loseMains(device);
    await world.advance(100);
    expect(world.channel.sent).toEqual([]);
    await toggle(true);
    expect(world.channel.sent).toHaveLength(1);
    expect(row()?.mutedUntil).toBeNull();
  });

  test('stays when other settings are saved with alerts on, as they were', async () => {
    mute();
    await change({ alertEnabled: true, thresholdSeconds: 30 });
    expect(row()).toMatchObject({ thresholdSeconds: 30, mutedUntil: expect.any(Number) });
  });

  test('ends when saving switches alerts on', async () => {
    await toggle(false);
    mute();
    await change({ alertEnabled: true });
    expect(row()).toMatchObject({ alertEnabled: true, mutedUntil: null });
  });

  test('is not ended by switching off', async () => {
    mute();
    await toggle(false);
    expect(row()?.mutedUntil).not.toBeNull();
  });

  test('that is over causes no entry in the audit log', async () => {
    mute();
    await world.advance(3_601);
    await toggle(true);
    const { db } = world.monitor.store;
    const actions = db
      .select()
      .from(auditLog)
      .all()
      .map(({ action }) => action);
    expect(actions).toEqual(['device.mute']);
  });
});
