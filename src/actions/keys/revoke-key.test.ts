import { beforeEach, describe, expect, test } from 'bun:test';
import { beat, report } from '../../../tests/support/beats.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import {
  makeCustomer,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { findKey } from '../../store/keys/keys.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { auditLog } from '../../store/people/tables.ts';
import { authenticateDevice } from '../devices/authenticate-device.ts';
import { enrolDevice } from '../devices/enrol-device.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import { recordEvents } from '../fleet/record-events.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { createKeys } from './create-keys.ts';
import { deleteKeys } from './delete-keys.ts';
import { revokeKey } from './revoke-key.ts';

let monitor: TestMonitor;
let refused: string[];
let customerId: number;
let phone: string;

function makeKeys(count: number): string[] {
  const order = { count, purchaseType: 'key_only', deviceType: null, phone } as const;
  return createKeys(monitor, order, testActor, monitor.clock());
}

function enrol(key: string, deviceId = 'fw-00000000000a'): string {
  const enrolment = {
    device_id: deviceId,
    activation_key: key,
    phone,
    device_type: 's2-mini',
    firmware_version: '1.0.0',
  } as const;
  return enrolDevice(monitor, enrolment, monitor.clock()).token;
}

beforeEach(() => {
  refused = [];
  monitor = Object.assign(makeTestMonitor(), {
    onDeviceRefused: (id: string) => void refused.push(id),
  });
  customerId = makeCustomer(monitor);
  phone = findCustomer(monitor.store, customerId)?.phone ?? '';
});

type Where = Parameters<typeof revokeKey>[0];

const ends = [
  {
    name: 'revoking',
    end: (key: string, where: Where = monitor) =>
      void revokeKey(where, key, testActor, monitor.clock()),
    again: 'CONFLICT' as const,
  },
  {
    name: 'deleting',
    end: (key: string, where: Where = monitor) =>
      void deleteKeys(where, [key], testActor, monitor.clock()),
    again: 'KEY_NOT_FOUND' as const,
  },
];

describe.each(ends)('$name a key', ({ end, again }) => {
  test('refuses its device at once, and says why', () => {
    const [key = ''] = makeKeys(1);
    const token = enrol(key);
    refused.length = 0;
    end(key.toLowerCase().replaceAll('-', ''));
    expect(refused).toEqual(['fw-00000000000a']);
    expect(codeOf(() => authenticateDevice(monitor, token))).toBe('DEVICE_REVOKED');
  });

  test('ends an outage that is open, where the device was last heard', async () => {
    const [key = ''] = makeKeys(1);
    const device = authenticateDevice(monitor, enrol(key));
    const heard = recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
    const told = recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
    monitor.commits.flush();
    await Promise.all([heard, told]);
    const lastHeardAt = monitor.clock().wallMs;
    monitor.time.advanceMs(5_000);
    end(key);
    expect(monitor.store.db.select().from(outages).all()).toMatchObject([
      { customerId, recoverAt: lastHeardAt, confirmedAt: monitor.clock().wallMs },
    ]);
    await monitor.advance(400);
    expect(monitor.store.db.select().from(outages).all()).toHaveLength(1);
    expect(device.state.link).toBe('unknown');
  });

  test('leaves a device alone that another key serves too', () => {
    const [first = '', second = ''] = makeKeys(2);
    enrol(first);
    const token = enrol(second);
    refused.length = 0;
    end(first);
    expect(authenticateDevice(monitor, token).deviceId).toBe('fw-00000000000a');
    expect(refused).toEqual([]);
    end(second);
    expect(codeOf(() => authenticateDevice(monitor, token))).toBe('DEVICE_REVOKED');
  });

  test('ends the sessions of its customer, and of nobody else', () => {
    const [key = ''] = makeKeys(1);
    const other = makeCustomer(monitor);
    end(key);
    expect(findCustomer(monitor.store, customerId)?.tokenVersion).toBe(1);
    expect(findCustomer(monitor.store, other)?.tokenVersion).toBe(0);
  });

  test('lets its device be enrolled again with another', () => {
    const [key = '', next = ''] = makeKeys(2);
    enrol(key);
    end(key);
    const token = enrol(next);
    expect(authenticateDevice(monitor, token).config.revokedBecause).toBeNull();
  });

  test('a second time is refused, and changes nothing', () => {
    const [key = ''] = makeKeys(1);
    enrol(key);
    end(key);
    const before = monitor.store.sqlite.serialize();
    expect(codeOf(() => end(key))).toBe(again);
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });

  test('can be done beside the server, which then follows by itself', () => {
    const [key = ''] = makeKeys(1);
    const token = enrol(key);
    refused.length = 0;
    end(key, { runsIn: 'command', store: monitor.store });
    expect(refused).toEqual([]);
    refreshFleet(monitor, monitor.clock());
    expect(refused).toEqual(['fw-00000000000a']);
    expect(codeOf(() => authenticateDevice(monitor, token))).toBe('DEVICE_REVOKED');
  });
});

test('a revoked key stays in the list with all its facts', () => {
  const [key = ''] = makeKeys(1);
  enrol(key);
  const before = findKey(monitor.store, key);
  revokeKey(monitor, key, { name: 'admin:admin', address: '10.0.0.9' }, monitor.clock());
  expect(findKey(monitor.store, key)).toMatchObject({ ...before, isActive: false });
  expect(monitor.store.db.select().from(auditLog).all().at(-1)).toMatchObject({
    actor: 'admin:admin',
    address: '10.0.0.9',
    action: 'key.revoke',
    subject: key,
    before: { isActive: true },
    after: { isActive: false },
  });
});

describe('deleting many keys', () => {
  test('deletes them all, writes each down as it was, and refuses every device of theirs', () => {
    const keys = makeKeys(3);
    const tokens = keys.slice(0, 2).map((key, n) => enrol(key, `fw-00000000000${n}`));
    const kept = makeKeys(1);
    refused.length = 0;
    expect(deleteKeys(monitor, keys, testActor, monitor.clock())).toBe(3);
    const left = monitor.store.db.select().from(activationKeys).all();
    expect(left.map(({ keyCode }) => keyCode)).toEqual(kept);
    expect(refused.toSorted()).toEqual(['fw-000000000000', 'fw-000000000001']);
    for (const token of tokens) {
      expect(codeOf(() => authenticateDevice(monitor, token))).toBe('DEVICE_REVOKED');
    }
    expect(monitor.store.db.select().from(devices).all()).toHaveLength(2);
    const entries = monitor.store.db.select().from(auditLog).all();
    const deleted = entries.filter(({ action }) => action === 'key.delete');
    expect(deleted.map(({ subject }) => subject).toSorted()).toEqual(keys.toSorted());
    expect(deleted[0]?.before).toMatchObject({ customerId, price: 200, isActive: true });
    expect(findCustomer(monitor.store, customerId)?.tokenVersion).toBe(1);
  });

  test('counts a key once that is named twice', () => {
    const [key = ''] = makeKeys(1);
    const twice = [key, key.toLowerCase()];
    expect(deleteKeys(monitor, twice, testActor, monitor.clock())).toBe(1);
  });

  test('deletes none when one is not there', () => {
    const keys = makeKeys(2);
    const before = monitor.store.sqlite.serialize();
    const work = () => deleteKeys(monitor, [...keys, 'nonsense'], testActor, monitor.clock());
    expect(codeOf(work)).toBe('KEY_NOT_FOUND');
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });

  test('deletes the notices of the deleted keys', () => {
    const [key = ''] = makeKeys(1);
    monitor.store.sqlite.run(
      `INSERT INTO notifications (customer_id, key_code, key_expires_at, kind, channel, recipient,
        language, due_at, next_attempt_at, created_at)
      VALUES (?, ?, 1, 'key-expiry', 'telegram', '1', 'th', 0, 0, 0)`,
      [customerId, key],
    );
    deleteKeys(monitor, [key], testActor, monitor.clock());
    const left = monitor.store.db.select().from(notifications).all();
    expect(left.filter(({ kind }) => kind !== 'account')).toEqual([]);
  });
});
