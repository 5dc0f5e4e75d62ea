import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { beat, report } from '../../../tests/support/beats.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import { addMonths } from '../../domain/keys/key-lifecycle.ts';
import { outages } from '../../store/alerts/tables.ts';
import { devices } from '../../store/devices/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { findCustomerByPhone } from '../../store/people/customers.ts';
import { customers } from '../../store/people/tables.ts';
import { registerRecipient } from '../alerts/register-recipient.ts';
import { refreshFleet } from '../fleet/load-fleet.ts';
import { recordEvents } from '../fleet/record-events.ts';
import { recordHeartbeat } from '../fleet/record-heartbeat.ts';
import { createKeys } from '../keys/create-keys.ts';
import { renewKey } from '../keys/renew-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { transferKey } from '../keys/transfer-key.ts';
import { editCustomer } from '../people/edit-customer.ts';
import { logInCustomer } from '../people/log-in.ts';
import { authenticateDevice } from './authenticate-device.ts';
import { deleteDevice } from './delete-device.ts';
import { type Enrolment, enrolDevice } from './enrol-device.ts';
import { limitEnrolment } from './limit-enrolment.ts';

const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;

function makeKey(monitor: TestMonitor, phone: string | null = null): string {
  const [code] = createKeys(monitor, { ...order, phone }, testActor, monitor.clock());
  if (code === undefined) throw new Error('no key was made');
  return code;
}

const enrolment = (fields: Partial<Enrolment>): Enrolment => ({
  device_id: 'fw-00000000000a',
  activation_key: '',
  phone: '081-234-5678',
  device_type: 's2-mini',
  firmware_version: '1.0.0',
  ...fields,
});

const enrol = (monitor: TestMonitor, fields: Partial<Enrolment>) =>
  enrolDevice(monitor, enrolment(fields), monitor.clock()).token;

describe('enrolling over and over', () => {
  test('with keys that nobody made leaves what boards report to be stored together', async () => {
    const monitor = makeTestMonitor();
    const device = makeDevice(monitor);
    const stored = recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
    const guess = generateActivationKey((count) => new Uint8Array(count));
    expect(codeOf(() => enrol(monitor, { activation_key: guess }))).toBe('KEY_NOT_FOUND');
    expect(monitor.store.db.select().from(events).all()).toEqual([]);
    monitor.commits.flush();
    await stored;
    expect(monitor.store.db.select().from(events).all()).toHaveLength(1);
  });

  test('is slowed for one device, and nobody without its key can use that up', () => {
    const monitor = makeTestMonitor();
    const activation_key = makeKey(monitor);
    enrol(monitor, { activation_key });
    for (let n = 0; n < 50; n++) {
      expect(codeOf(() => enrol(monitor, { activation_key, phone: '089-999-9999' }))).toBe(
        'KEY_PHONE_MISMATCH',
      );
    }
    for (let n = 0; n < 20; n++) enrol(monitor, { activation_key });
    const last = enrol.bind(null, monitor, { activation_key });
    expect(codeOf(last)).toBe('RATE_LIMITED');
    const other = makeKey(monitor);
    enrol(monitor, { activation_key: other, device_id: 'fw-00000000000b' });
    monitor.time.advanceMs(30_000);
    expect(codeOf(last)).toBe('none');
    expect(codeOf(last)).toBe('RATE_LIMITED');
  });

  test('leaves the former token valid', () => {
    const monitor = makeTestMonitor();
    const activation_key = makeKey(monitor);
    let token = '';
    for (let n = 0; n < 21; n++) token = enrol(monitor, { activation_key });
    expect(codeOf(() => enrol(monitor, { activation_key }))).toBe('RATE_LIMITED');
    expect(authenticateDevice(monitor, token).deviceId).toBe('fw-00000000000a');
  });
});

describe('enrolling', () => {
  test('gives a token that lets the device in, makes the customer and starts the key', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    const token = enrol(monitor, { activation_key: key.toLowerCase().replaceAll('-', ' ') });
    expect(token).toMatch(/^fwd_[\w-]{43}$/);
    expect(authenticateDevice(monitor, token).deviceId).toBe('fw-00000000000a');
    const { db } = monitor.store;
    expect(db.select().from(customers).all()).toMatchObject([{ phone: '+66812345678' }]);
    const now = monitor.clock().wallMs;
    expect(db.select().from(activationKeys).all()).toMatchObject([
      { activatedAt: now, expiresAt: addMonths(now, 36) },
    ]);
    expect(db.select().from(events).all()).toMatchObject([{ eventType: 'REGISTER' }]);
    expect(JSON.stringify(db.select().from(devices).all())).not.toContain(token);
  });

  test('again with the same key replaces the token and lets the key count on', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    const first = enrol(monitor, { activation_key: key });
    const { expiresAt } = monitor.store.db.select().from(activationKeys).get() ?? {};
    monitor.time.advanceMs(86_400_000);
    const second = enrol(monitor, { activation_key: key });
    expect(codeOf(() => authenticateDevice(monitor, first))).toBe('INVALID_TOKEN');
    expect(authenticateDevice(monitor, second)).toBeDefined();
    expect(monitor.store.db.select().from(activationKeys).get()?.expiresAt).toBe(expiresAt ?? 0);
  });

  test('is refused with a code that says why, and then changes nothing', () => {
    const monitor = makeTestMonitor();
    const used = makeKey(monitor);
    const owned = makeKey(monitor, '0899999999');
    const revoked = makeKey(monitor);
    enrol(monitor, { activation_key: used });
    revokeKey(monitor, revoked, testActor, monitor.clock());
    const before = monitor.store.sqlite.serialize();

    const other = { device_id: 'fw-00000000000b' };
    expect(codeOf(() => enrol(monitor, { ...other, activation_key: 'nonsense' }))).toBe(
      'KEY_NOT_FOUND',
    );
    expect(codeOf(() => enrol(monitor, { ...other, activation_key: used }))).toBe('KEY_IN_USE');
    expect(codeOf(() => enrol(monitor, { ...other, activation_key: revoked }))).toBe(
      'KEY_INACTIVE',
    );
    expect(codeOf(() => enrol(monitor, { ...other, activation_key: owned }))).toBe(
      'KEY_PHONE_MISMATCH',
    );
    const theirs = { activation_key: owned, phone: '0899999999' };
    expect(codeOf(() => enrol(monitor, theirs))).toBe('CONFLICT');
    expect(codeOf(() => enrol(monitor, { activation_key: used, phone: '12' }))).toBe('VALIDATION');
    monitor.time.advanceMs(4 * 365 * 86_400_000);
    expect(codeOf(() => enrol(monitor, { activation_key: used }))).toBe('KEY_EXPIRED');
    expect(monitor.store.sqlite.serialize()).toEqual(before);
  });

  test('of two devices with one key, one wins', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    const codes = ['fw-00000000000a', 'fw-00000000000b'].map((device_id) =>
      codeOf(() => enrol(monitor, { device_id, activation_key: key })),
    );
    expect(codes).toEqual(['none', 'KEY_IN_USE']);
    expect(monitor.store.db.select().from(devices).all()).toHaveLength(1);
  });

  test('from one address gives no hints after twenty failures, and accepts right keys', () => {
    const monitor = makeTestMonitor();
    const attempt = (key: string) =>
      codeOf(() =>
        limitEnrolment(monitor, '10.0.0.1', key, monitor.clock(), () =>
          enrol(monitor, { activation_key: key }),
        ),
      );
    const key = makeKey(monitor);
    for (let n = 0; n < 30; n += 1) {
      expect(attempt(key)).toBe('none');
      monitor.time.advanceMs(30_000);
    }
    for (let n = 0; n < 20; n += 1) expect(attempt('wrong')).toBe('KEY_NOT_FOUND');
    for (let n = 0; n < 20; n += 1) expect(attempt('wrong')).toBe('RATE_LIMITED');
    expect(attempt(key)).toBe('none');
    monitor.time.advanceMs(3_600_000);
    expect(attempt('wrong')).toBe('KEY_NOT_FOUND');
  });

  test('with a key that was seen stops after twenty guesses at the phone, wherever they come from', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    enrol(monitor, { activation_key: key });
    const guess = (n: number) =>
      codeOf(() =>
        limitEnrolment(monitor, `10.0.${n}.1`, key, monitor.clock(), () =>
          enrol(monitor, { activation_key: key, phone: `08${10_000_000 + n}` }),
        ),
      );
    for (let n = 0; n < 20; n += 1) expect(guess(n)).toBe('KEY_PHONE_MISMATCH');
    expect(guess(20)).toBe('RATE_LIMITED');
  });
});

describe('a board whose owner has another phone number by now', () => {
  const former = '+66812345678';
  const later = '0890000000';

  function makeWorld() {
    const monitor = makeTestMonitor();
    const activation_key = makeKey(monitor);
    enrol(monitor, { activation_key });
    const customerId = findCustomerByPhone(monitor.store, former)?.id ?? 0;
    const edit = (phone: string) =>
      editCustomer(monitor, customerId, { phone }, testActor, monitor.clock());
    edit(later);
    return { monitor, activation_key, customerId, edit };
  }

  test('enrols anew with the number that it was set up with', () => {
    const { monitor, activation_key, customerId, edit } = makeWorld();
    edit('0890000001');
    const token = enrol(monitor, { activation_key });
    expect(authenticateDevice(monitor, token).config.customerId).toBe(customerId);
    // Also after the operator deleted it: its token says nothing any more, so it enrols by itself.
    deleteDevice(monitor, 'fw-00000000000a', testActor, monitor.clock());
    expect(codeOf(() => authenticateDevice(monitor, token))).toBe('INVALID_TOKEN');
    enrol(monitor, { activation_key });
    expect(monitor.store.db.select().from(customers).all()).toHaveLength(1);
  });

  test('enrols with the present number just as well, and then with that alone', () => {
    const { monitor, activation_key } = makeWorld();
    enrol(monitor, { activation_key, phone: later });
    expect(codeOf(() => enrol(monitor, { activation_key }))).toBe('KEY_PHONE_MISMATCH');
  });

  test('opens no account with the former number', async () => {
    const { monitor, activation_key } = makeWorld();
    enrol(monitor, { activation_key });
    const proof = { type: 'key', phone: former, key: activation_key } as const;
    const request = {
      channel: 'telegram',
      address: '13',
      chatName: 'x',
      language: 'en',
      proof,
    } as const;
    expect(codeOf(() => registerRecipient(monitor, request, monitor.clock()))).toBe(
      'INVALID_CREDENTIALS',
    );
    const given = { phone: former, activationKey: activation_key };
    await expect(logInCustomer({ monitor }, given, '192.0.2.1', monitor.clock())).rejects.toThrow(
      'Wrong phone number',
    );
  });

  test('does not keep the number when its key goes to another customer', () => {
    const { monitor, activation_key } = makeWorld();
    const to = { customerId: makeCustomer(monitor) };
    const code = transferKey(monitor, activation_key, to, testActor, monitor.clock());
    expect(codeOf(() => enrol(monitor, { activation_key: code }))).toBe('KEY_PHONE_MISMATCH');
  });
});

describe('a key', () => {
  test('that is revoked refuses its device and says why', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    const token = enrol(monitor, { activation_key: key });
    revokeKey(monitor, key, testActor, monitor.clock());
    const refused: string[] = [];
    refreshFleet({ ...monitor, onDeviceRefused: (id) => refused.push(id) }, monitor.clock());
    expect(codeOf(() => authenticateDevice(monitor, token))).toBe('DEVICE_REVOKED');
    expect(refused).toEqual(['fw-00000000000a']);
  });

  test('that is revoked opens no outage for the silence that follows', async () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    const token = enrol(monitor, { activation_key: key });
    const device = authenticateDevice(monitor, token);
    await recordHeartbeat(monitor, device, beat(), 'http', monitor.clock());
    revokeKey(monitor, key, testActor, monitor.clock());
    refreshFleet(monitor, monitor.clock());
    await monitor.advance(400);
    expect(monitor.store.db.select().from(outages).all()).toEqual([]);
    expect(device.state.link).toBe('unknown');
  });

  test('is renewed from its end, or from now once that has passed', () => {
    const monitor = makeTestMonitor();
    const key = makeKey(monitor);
    expect(codeOf(() => renewKey(monitor, key, 12, testActor, monitor.clock()))).toBe('VALIDATION');
    enrol(monitor, { activation_key: key });
    const start = monitor.clock().wallMs;
    expect(renewKey(monitor, key, 12, testActor, monitor.clock()).expiresAt).toBe(
      addMonths(start, 48),
    );
    monitor.time.advanceMs(5 * 365 * 86_400_000);
    const late = monitor.clock();
    expect(renewKey(monitor, key, 1, testActor, late).expiresAt).toBe(addMonths(late.wallMs, 1));
    expect(codeOf(() => renewKey(monitor, key, 7, testActor, late))).toBe('VALIDATION');
  });

  test('belongs to a bundle only with a board, and costs what the settings say', () => {
    const monitor = makeTestMonitor();
    const make = (fields: object) =>
      createKeys(monitor, { ...order, ...fields }, testActor, monitor.clock());
    expect(codeOf(() => make({ purchaseType: 'device_bundle' }))).toBe('VALIDATION');
    expect(codeOf(() => make({ deviceType: 's2-mini' }))).toBe('VALIDATION');
    const [code] = make({ purchaseType: 'device_bundle', deviceType: 't-display' });
    const row = monitor.store.db
      .select()
      .from(activationKeys)
      .where(eq(activationKeys.keyCode, code ?? ''))
      .get();
    expect(row?.price).toBe(650);
  });
});
