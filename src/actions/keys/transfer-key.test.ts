import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import {
  boardId as deviceId,
  enrolBoard,
  phoneOf as phoneOfCustomer,
  sellKey,
} from '../../../tests/support/enrolment.ts';
import {
  makeCustomer,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { alertSettingsAtFirst } from '../../domain/alerts/alert-settings.ts';
import { finish } from '../../domain/steps.ts';
import { outages } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { listEvents } from '../../store/fleet/event-list.ts';
import { readEventPage, readRecentEvents } from '../../store/fleet/portal-events.ts';
import { events } from '../../store/fleet/tables.ts';
import { readVitalsOf } from '../../store/fleet/vitals.ts';
import { findKey } from '../../store/keys/keys.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { personalSections } from '../../store/people/personal-data.ts';
import { auditLog, customers } from '../../store/people/tables.ts';
import { authenticateDevice } from '../devices/authenticate-device.ts';
import { flushVitals } from '../fleet/flush-vitals.ts';
import { type LiveDevice, noVitals } from '../fleet/live-device.ts';
import { LiveFleet } from '../fleet/live-fleet.ts';
import { loadFleet } from '../fleet/load-fleet.ts';
import { recordEvents } from '../fleet/record-events.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../fleet/roll-up-heartbeats.ts';
import { eraseCustomer } from '../people/erase-customer.ts';
import { bindKey } from './bind-key.ts';
import { notifyExpiry } from './notify-expiry.ts';
import { revokeKey } from './revoke-key.ts';
import { transferKey } from './transfer-key.ts';

let monitor: TestMonitor;
let refused: string[];
/** Who has the device at first, and who gets it. */
let from: number;
let to: number;
let key: string;
let token: string;
let device: LiveDevice;

const phoneOf = (customerId: number) => phoneOfCustomer(monitor, customerId);
const makeKey = (customerId: number | null = null) => sellKey(monitor, customerId);
const enrol = (code: string, customerId: number) => enrolBoard(monitor, code, customerId);

/** @returns the code the key has then */
const transfer = (code = key, customerId = to, notes?: string | null) =>
  transferKey(monitor, code, { customerId, notes }, testActor, monitor.clock());

/** Until what was submitted is stored. */
async function stored(work: Promise<unknown> | undefined): Promise<void> {
  monitor.commits.flush();
  await work;
}

const hear = (fields: Parameters<typeof beat>[0] = {}) =>
  stored(recordHeartbeat(monitor, device, beat(fields), 'mqtt', monitor.clock()));
const tell = (type: 'POWER_DOWN' | 'POWER_RECOVER', ageMs = 0) =>
  stored(recordEvents(monitor, device, [report(type, { age_ms: ageMs })], 'mqtt', monitor.clock()));

const all = <T extends typeof outages | typeof events | typeof notifications>(table: T) =>
  monitor.store.db.select().from(table).all();
const ofOutages = () => all(notifications).filter(({ kind }) => kind !== 'account');
const personalHeartbeats = (customerId: number) =>
  personalSections(monitor.store, customerId, 'customer')
    .filter(({ name }) => name === 'heartbeats')
    .flatMap(({ pages }) => [...pages()].flat());
const deviceRow = () => monitor.store.db.select().from(devices).get();

beforeEach(() => {
  refused = [];
  monitor = Object.assign(makeTestMonitor(), {
    onDeviceRefused: (id: string) => void refused.push(id),
  });
  from = makeCustomer(monitor);
  to = makeCustomer(monitor);
  key = makeKey(from);
  token = enrol(key, from);
  device = authenticateDevice(monitor, token);
  monitor.time.advanceMs(60_000);
});

describe('a key that serves a device', () => {
  test('takes it along, counts on, and leaves no other key of the former owner with it', () => {
    const second = makeKey(from);
    token = enrol(second, from);
    refused.length = 0;
    const { activatedAt, expiresAt } = findKey(monitor.store, key) ?? {};
    const code = transfer();
    const row = deviceRow();
    expect(row).toMatchObject({ customerId: to, ownedSince: monitor.clock().wallMs });
    expect(findKey(monitor.store, code)).toMatchObject({
      customerId: to,
      deviceRow: row?.id,
      activatedAt,
      expiresAt,
    });
    expect(findKey(monitor.store, key)).toBeUndefined();
    expect(findKey(monitor.store, second)).toMatchObject({ customerId: from, deviceRow: null });
    expect(device.config.customerId).toBe(to);
  });

  test('takes what was told, or waits to be told, of its end along to its new code', async () => {
    monitor.store.db
      .update(activationKeys)
      .set({ expiresAt: monitor.clock().wallMs + 86_400_000 })
      .run();
    await notifyExpiry(monitor, 'Asia/Bangkok', monitor.clock());
    expect(ofOutages()).toMatchObject([{ keyCode: key, customerId: from }]);
    const code = transfer();
    expect(ofOutages()).toMatchObject([{ keyCode: code, customerId: from }]);
    await notifyExpiry(monitor, 'Asia/Bangkok', monitor.clock());
    expect(ofOutages()).toMatchObject([
      { keyCode: code, customerId: from },
      { keyCode: code, customerId: to },
    ]);
  });

  test('ends the outage that is open, as far as it is known, for the one who had it', async () => {
    await hear();
    await tell('POWER_DOWN');
    const downAt = monitor.clock().wallMs;
    await monitor.advance(400);
    expect(ofOutages().map(({ kind }) => kind)).toEqual(['alert']);
    transfer();
    expect(all(outages)).toMatchObject([
      { customerId: from, cause: 'mains', downAt, confirmedAt: monitor.clock().wallMs },
    ]);
    expect(device.state).toMatchObject({ link: 'unknown', power: 'unknown', outage: null });
    expect(deviceRow()).toMatchObject({ link: 'unknown', power: 'unknown' });
    // Neither the alert nor word of its end goes out, should the device ever come back to them.
    expect(new Set(ofOutages().map(({ status }) => status))).toEqual(new Set(['superseded']));
    expect(all(events).filter(({ customerId }) => customerId === to)).toMatchObject([
      { eventType: 'CONFIG_CHANGE', details: { transferred: true, by: 'test' } },
    ]);
  });

  test('shows the new owner what happens from then on', async () => {
    await hear();
    await tell('POWER_DOWN');
    transfer();
    const transferredAt = monitor.clock().wallMs;
    await monitor.advance(5);
    await hear({ power: 'DOWN', seq: 2 });
    expect(all(outages).filter(({ confirmedAt }) => confirmedAt === null)).toMatchObject([
      { customerId: to, cause: 'mains', downAt: transferredAt + 5_000 },
    ]);
    const pending = ofOutages().filter(({ status }) => status === 'pending');
    expect(pending).toMatchObject([{ customerId: to, kind: 'alert' }]);
    const theirs = all(events).filter(({ customerId }) => customerId === to);
    expect(theirs.map(({ eventType }) => eventType)).toEqual([
      'CONFIG_CHANGE',
      'ONLINE',
      'POWER_DOWN',
    ]);
    expect(Math.min(...theirs.map(({ occurredAt }) => occurredAt))).toBe(transferredAt);
  });

  test('opens an outage of the new owner when power fails right after it was back', async () => {
    await hear();
    await tell('POWER_DOWN');
    // In the same millisecond, which the time of the transfer alone would not tell apart.
    transfer();
    await monitor.advance(1);
    await tell('POWER_RECOVER');
    await hear({ seq: 2 });
    await monitor.advance(20);
    await tell('POWER_DOWN');
    const open = all(outages).filter(({ confirmedAt }) => confirmedAt === null);
    expect(open).toMatchObject([{ customerId: to, downAt: monitor.clock().wallMs }]);
    expect(all(outages).find(({ customerId }) => customerId === from)?.confirmedAt).not.toBeNull();
    expect(ofOutages().filter(({ status }) => status === 'pending')).toMatchObject([
      { customerId: to, kind: 'alert', outageId: open[0]?.id ?? 0 },
    ]);
  });

  test('counts for its former owner what it said before, though it was not stored yet', async () => {
    await hear();
    const waiting = recordEvents(monitor, device, [report('POWER_DOWN')], 'mqtt', monitor.clock());
    expect(all(outages)).toEqual([]);
    transfer();
    await waiting;
    expect(all(outages)).toMatchObject([{ customerId: from }]);
    expect(all(outages)[0]?.confirmedAt).not.toBeNull();
    expect(all(events).find(({ eventType }) => eventType === 'POWER_DOWN')).toMatchObject({
      customerId: from,
    });
    expect(device).toMatchObject({ waiting: 0, draft: null });
    expect(device.state.outage).toBeNull();
  });

  test('shows nobody what it reports later about the time before', async () => {
    await hear();
    transfer();
    await monitor.advance(1);
    await tell('POWER_DOWN', 30_000);
    expect(all(outages)).toEqual([]);
    expect(all(events).find(({ eventType }) => eventType === 'POWER_DOWN')).toMatchObject({
      customerId: null,
    });
  });

  test('rolls up the heartbeats so far for its former owner', async () => {
    await hear();
    await hear({ seq: 2 });
    transfer();
    expect(device.beatsThisHour).toBe(0);
    expect(all(events).find(({ eventType }) => eventType === 'HEARTBEAT')).toMatchObject({
      customerId: from,
      details: { count: 2 },
    });
  });

  test('leaves each hour’s roll-up with who had the device then', async () => {
    const { store } = monitor;
    for (const hour of [1, 2, 3]) {
      await hear({ seq: hour });
      monitor.time.advanceMs(3_600_000);
      if (hour === 2) transfer();
      else rollUpHeartbeats(monitor, monitor.clock());
    }
    const page = { page: 1, limit: 50 };
    const ownersIn = (customerId: number) =>
      finish(listEvents(store, { q: '', filter: 'HEARTBEAT', customerId }, page)).rows.map(
        (event) => event.customerId,
      );
    expect(ownersIn(from)).toEqual([from, from]);
    expect(ownersIn(to)).toEqual([to]);
    const shownTo = (customerId: number) =>
      finish(
        readEventPage(
          store,
          customerId,
          { q: '', types: ['HEARTBEAT'], deviceRow: undefined },
          page,
        ),
      ).total;
    expect(shownTo(from)).toBe(0);
    expect(shownTo(to)).toBe(1);
    expect(readRecentEvents(store, to, 9).map(({ eventType }) => eventType)).toContain('HEARTBEAT');
    await eraseCustomer(monitor, to, testActor, monitor.clock());
    expect(ownersIn(from)).toEqual([from, from]);
  });

  test('shows the new owner no heartbeat of the former one’s who is erased', async () => {
    await hear();
    const code = transfer();
    await eraseCustomer(monitor, from, testActor, monitor.clock());
    const page = { page: 1, limit: 50 };
    const query = { q: '', types: ['HEARTBEAT'], deviceRow: undefined } as const;
    expect(finish(readEventPage(monitor.store, to, query, page)).total).toBe(0);
    expect(personalHeartbeats(to)).toEqual([]);
    transfer(code, makeCustomer(monitor));
    const rollUps = all(events).filter(({ eventType }) => eventType === 'HEARTBEAT');
    expect(rollUps.map(({ customerId }) => customerId)).toEqual([null]);
  });

  test('forgets the readings of the time before', async () => {
    await hear({ rssi: -61, ssid: 'home of the former owner' });
    flushVitals(monitor);
    transfer();
    expect(device.vitals).toEqual(noVitals);
    const { ssid, sleep, ...measured } = noVitals;
    expect(deviceRow()).toMatchObject({ ssid, sleep });
    expect(readVitalsOf(monitor.store, device.row)).toMatchObject(measured);
  });

  test('begins with the default alert settings and without a mute', () => {
    monitor.store.db
      .update(devices)
      .set({
        alertEnabled: false,
        alertOnRecovery: false,
        thresholdSeconds: 300,
        reminderSeconds: 1800,
        mutedUntil: monitor.clock().wallMs + 3_600_000,
        siteName: 'Shop',
      })
      .run();
    transfer();
    expect(deviceRow()).toMatchObject({
      ...alertSettingsAtFirst,
      mutedUntil: null,
      siteName: 'Shop',
    });
  });

  test('is the same after a restart', async () => {
    await hear();
    await tell('POWER_DOWN');
    transfer();
    const restarted: TestMonitor = { ...monitor, fleet: new LiveFleet() };
    loadFleet(restarted, restarted.clock());
    const loaded = restarted.fleet.get(deviceId);
    expect(loaded?.config).toEqual(device.config);
    expect(loaded?.state).toMatchObject({ link: 'unknown', outage: null });
  });

  test('stays with everything as it was when the device turns out to be a third customer’s', async () => {
    await hear();
    await tell('POWER_DOWN');
    monitor.store.db
      .update(devices)
      .set({ customerId: makeCustomer(monitor) })
      .run();
    const before = monitor.store.sqlite.serialize();
    const { state } = device;
    expect(codeOf(() => transfer())).toBe('CONFLICT');
    expect(monitor.store.sqlite.serialize()).toEqual(before);
    expect(device.state).toBe(state);
    expect(device.state.outage).not.toBeNull();
  });
});

describe('a transfer', () => {
  test('of a key without a device changes its owner alone', () => {
    const unused = makeKey(from);
    const code = transfer(unused);
    expect(findKey(monitor.store, unused)).toBeUndefined();
    expect(findKey(monitor.store, code)).toMatchObject({ customerId: to, deviceRow: null });
    expect(deviceRow()?.customerId).toBe(from);
  });

  test('of a key without an owner keeps its code, which is printed', () => {
    const unused = makeKey();
    expect(transfer(unused)).toBe(unused);
    expect(findKey(monitor.store, unused)?.customerId).toBe(to);
  });

  test('ends the sessions of the former owner, and of nobody else', () => {
    transfer();
    const versions = monitor.store.db.select().from(customers).all();
    expect(versions.map(({ id, tokenVersion }) => [id, tokenVersion])).toEqual([
      [from, 1],
      [to, 0],
    ]);
  });

  test('to the customer who has it changes nothing but the notes', async () => {
    await hear();
    transfer(key, from);
    transfer(key, from, 'sold again');
    expect(findKey(monitor.store, key)).toMatchObject({ customerId: from, notes: 'sold again' });
    expect(device.state.link).toBe('online');
    expect(deviceRow()?.ownedSince).toBe(0);
    expect(findCustomer(monitor.store, from)?.tokenVersion).toBe(0);
    const actions = monitor.store.db.select().from(auditLog).all();
    expect(actions.filter(({ action }) => action.startsWith('key.'))).toMatchObject([
      { action: 'key.create' },
      { action: 'key.edit', before: { notes: null }, after: { notes: 'sold again' } },
    ]);
  });

  test('is written down with what it changed', () => {
    const second = makeKey(from);
    enrol(second, from);
    const actor = { name: 'admin:admin', address: '10.0.0.9' };
    const code = transferKey(monitor, key, { customerId: to, notes: 'n' }, actor, monitor.clock());
    const entries = monitor.store.db.select().from(auditLog).all();
    expect(entries.at(-1)).toMatchObject({
      actor: 'admin:admin',
      address: '10.0.0.9',
      action: 'key.transfer',
      subject: code,
      before: { customerId: from, notes: null, keyCode: key },
      after: { customerId: to, notes: 'n', deviceId, unboundKeys: [second] },
    });
  });

  test('is refused with a code that says why, and then changes nothing', () => {
    const revoked = makeKey(from);
    revokeKey(monitor, revoked, testActor, monitor.clock());
    const inactive = makeCustomer(monitor);
    monitor.store.sqlite.run('UPDATE customers SET is_active = 0 WHERE id = ?', [inactive]);
    const before = monitor.store.sqlite.serialize();
    expect(codeOf(() => transfer('nonsense'))).toBe('KEY_NOT_FOUND');
    expect(codeOf(() => transfer(key, 4711))).toBe('CUSTOMER_NOT_FOUND');
    expect(codeOf(() => transfer(key, inactive))).toBe('CONFLICT');
    expect(codeOf(() => transfer(revoked))).toBe('KEY_INACTIVE');
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });
});

describe('binding', () => {
  const bind = (code: string, phone: string, notes?: string | null) =>
    bindKey(monitor, code, { phone, notes }, testActor, monitor.clock());

  test('gives a key that nobody has to the customer with the phone', () => {
    const free = makeKey();
    bind(free, phoneOf(to).replace('+66', '0'), 'paid');
    expect(findKey(monitor.store, free)).toMatchObject({ customerId: to, notes: 'paid' });
    const entry = monitor.store.db.select().from(auditLog).all().at(-1);
    expect(entry).toMatchObject({
      action: 'key.bind',
      subject: free,
      before: { customerId: null },
    });
  });

  test('gives the device back that a key without an owner still serves', () => {
    monitor.store.db.update(devices).set({ customerId: null }).run();
    monitor.store.db.update(activationKeys).set({ customerId: null }).run();
    bind(key, phoneOf(to));
    expect(deviceRow()).toMatchObject({ customerId: to, ownedSince: monitor.clock().wallMs });
    expect(authenticateDevice(monitor, token)).toBe(device);
  });

  test('to the customer who has it is fine and changes nothing', () => {
    const before = monitor.store.sqlite.serialize();
    bind(key, phoneOf(from));
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });

  test('is refused with a code that says why, and then changes nothing', () => {
    const free = makeKey();
    monitor.store.sqlite.run('UPDATE customers SET is_active = 0 WHERE id = ?', [to]);
    const before = monitor.store.sqlite.serialize();
    expect(codeOf(() => bind(key, phoneOf(to)))).toBe('CONFLICT');
    expect(codeOf(() => bind(free, phoneOf(to)))).toBe('CONFLICT');
    expect(codeOf(() => bind(free, '0899999999'))).toBe('CUSTOMER_NOT_FOUND');
    expect(codeOf(() => bind(free, '12'))).toBe('VALIDATION');
    expect(codeOf(() => bind('nonsense', phoneOf(from)))).toBe('KEY_NOT_FOUND');
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });
});
