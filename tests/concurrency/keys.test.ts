import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { addMonths } from '../../src/domain/keys/key-lifecycle.ts';
import { Prng } from '../../src/domain/prng.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import { findKey } from '../../src/store/keys/keys.ts';
import { insertCustomer } from '../../src/store/people/customers.ts';
import { testActor, testStart } from '../support/monitor.ts';
import type { Job } from './jobs.ts';
import { Race } from './race.ts';

// Two processes are started, on machines that may be slow.
setDefaultTimeout(120_000);

const rounds = 40;
const now = { wallMs: testStart, monoMs: 0 };
let race: Race;
let serial = 0;

beforeAll(async () => {
  race = new Race();
  await race.ready();
});
afterAll(() => race.close());

function makeCustomer(): { id: number; phone: string } {
  serial += 1;
  const phone = `+668${String(serial).padStart(8, '0')}`;
  return { id: insertCustomer(race.store, { name: `Customer ${serial}`, phone }, 0), phone };
}

function makeKey(phone: string | null = null): string {
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
  const world = { runsIn: 'command', store: race.store, settings: defaultSettings } as const;
  const [code = ''] = createKeys(world, order, testActor, now);
  return code;
}

function makeDeviceId(): string {
  serial += 1;
  return `fw-${serial.toString(16).padStart(12, '0')}`;
}

/** A key that serves a device of a new customer. */
async function makeUsedKey() {
  const owner = makeCustomer();
  const key = makeKey(owner.phone);
  const deviceId = makeDeviceId();
  const [outcomes] = await race.run([{ do: 'enrol', key, phone: owner.phone, deviceId }], []);
  expect(outcomes).toEqual(['done']);
  return { owner, key, deviceId };
}

const together = async (first: Job, second: Job) => (await race.run([first], [second])).flat();

const rows = <T>(sql: string, ...values: (string | number)[]) =>
  race.store.sqlite.query<T, (string | number)[]>(sql).all(...values);
const sessionsEnded = (customerId: number) =>
  rows<{ n: number }>('SELECT token_version AS n FROM customers WHERE id = ?', customerId)[0]?.n;
const ownerOf = (deviceId: string) =>
  rows<{ id: number | null }>(
    'SELECT customer_id AS id FROM devices WHERE device_id = ?',
    deviceId,
  );
const refOf = (key: string) => findKey(race.store, key)?.ref ?? '';
/** The key may have another code by now. */
const keyWith = (ref: string) =>
  rows<{ code: string; owner: number | null }>(
    'SELECT key_code AS code, customer_id AS owner FROM activation_keys WHERE ref = ?',
    ref,
  )[0];
const tokenOf = (deviceId: string) =>
  rows<{ hash: string | null; next: string | null; due: number | null }>(
    `SELECT token_hash AS hash, next_token_hash AS next, credentials_due_at AS due
    FROM devices WHERE device_id = ?`,
    deviceId,
  )[0];
const auditsOf = (subject: string) =>
  rows<{ action: string }>(
    'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
    subject,
  ).map(({ action }) => action);

/** These rules hold between the tables in whatever order things happened. */
function expectNoHalfState(): void {
  expect(rows('PRAGMA foreign_key_check')).toEqual([]);
  expect(rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  // A key that serves a device counts, and has the device's owner. Or both wait for an owner. A revoked one serves none.
  expect(
    rows(`SELECT k.key_code, k.customer_id, d.customer_id FROM activation_keys k
      JOIN devices d ON d.id = k.device_row
      WHERE k.is_active
        AND (k.customer_id IS NOT d.customer_id OR k.activated_at IS NULL OR k.expires_at IS NULL)
        AND NOT (k.customer_id IS NULL AND d.customer_id IS NULL AND EXISTS (
          SELECT 1 FROM join_requests j WHERE j.key_code = k.key_code AND j.device_row = d.id))`),
  ).toEqual([]);
  // The audit log has whatever is in force.
  expect(
    rows(`SELECT d.device_id FROM devices d WHERE NOT EXISTS (SELECT 1 FROM audit_log a
      WHERE a.action = 'device.enrol' AND a.subject = d.device_id)`),
  ).toEqual([]);
}

describe('of two processes', () => {
  test('that enrol two devices with one key, one wins and the other is told that it is in use', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, phone } = makeCustomer();
      const key = makeKey();
      const [a, b] = [makeDeviceId(), makeDeviceId()];
      const outcomes = await together(
        { do: 'enrol', key, phone, deviceId: a },
        { do: 'enrol', key, phone, deviceId: b },
      );
      expect(outcomes.toSorted()).toEqual(['KEY_IN_USE', 'done']);
      const [winner, loser] = outcomes[0] === 'done' ? [a, b] : [b, a];
      expect(ownerOf(winner)).toEqual([{ id }]);
      expect(ownerOf(loser)).toEqual([]);
      expect(auditsOf(loser)).toEqual([]);
    }
    expectNoHalfState();
  });

  test('that enrol with one key for two phones, one wins and of the other nothing is left', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = makeKey();
      serial += 2;
      const phones = [serial - 1, serial].map((n) => `+668${String(n).padStart(8, '0')}`);
      const [a = '', b = ''] = phones;
      const outcomes = await together(
        { do: 'enrol', key, phone: a, deviceId: makeDeviceId() },
        { do: 'enrol', key, phone: b, deviceId: makeDeviceId() },
      );
      expect(outcomes.toSorted()).toEqual(['KEY_PHONE_MISMATCH', 'done']);
      const made = rows<{ phone: string }>(
        'SELECT phone FROM customers WHERE phone IN (?, ?)',
        a,
        b,
      );
      expect(made).toEqual([{ phone: outcomes[0] === 'done' ? a : b }]);
    }
    expectNoHalfState();
  });

  test('that bind one key to two customers, one wins and the other is told so', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [makeCustomer(), makeCustomer()];
      const key = makeKey();
      const outcomes = await together(
        { do: 'bind', key, phone: a.phone },
        { do: 'bind', key, phone: b.phone },
      );
      expect(outcomes.toSorted()).toEqual(['CONFLICT', 'done']);
      const winner = outcomes[0] === 'done' ? a : b;
      expect(findKey(race.store, key)?.customerId).toBe(winner.id);
      expect(auditsOf(key)).toEqual(['key.create', 'key.bind']);
    }
    expectNoHalfState();
  });

  test('that bind and transfer a key, the transfer stands: it came second, or the binding is refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [makeCustomer(), makeCustomer()];
      const key = makeKey();
      const ref = refOf(key);
      const [bound, transferred] = await together(
        { do: 'bind', key, phone: a.phone },
        { do: 'transfer', key, customerId: b.id },
      );
      expect(transferred).toBe('done');
      expect(['done', 'CONFLICT']).toContain(bound ?? '');
      const { code = '', owner } = keyWith(ref) ?? {};
      expect(owner).toBe(b.id);
      expect(sessionsEnded(a.id)).toBe(bound === 'done' ? 1 : 0);
      // The key has another code only if somebody had it before.
      expect(code === key).toBe(bound !== 'done');
      expect(auditsOf(key)).toEqual(['key.create', bound === 'done' ? 'key.bind' : 'key.transfer']);
      if (bound === 'done') expect(auditsOf(code)).toEqual(['key.transfer']);
    }
    expectNoHalfState();
  });

  test('that transfer a device to two customers, one does, and the code the other names is gone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { owner, key, deviceId } = await makeUsedKey();
      const ref = refOf(key);
      const [a, b] = [makeCustomer(), makeCustomer()];
      const outcomes = await together(
        { do: 'transfer', key, customerId: a.id },
        { do: 'transfer', key, customerId: b.id },
      );
      expect(outcomes.toSorted()).toEqual(['KEY_NOT_FOUND', 'done']);
      const winner = outcomes[0] === 'done' ? a : b;
      expect(keyWith(ref)?.owner).toBe(winner.id);
      expect(findKey(race.store, key)).toBeUndefined();
      expect(ownerOf(deviceId)).toEqual([{ id: winner.id }]);
      expect([owner, a, b].map(({ id }) => sessionsEnded(id))).toEqual([1, 0, 0]);
      expect(tokenOf(deviceId)).toMatchObject({ hash: null, next: null, due: testStart });
    }
    expectNoHalfState();
  });

  test('of which one transfers a key and the other enrols with it, no token outlives the transfer', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { owner, key, deviceId } = await makeUsedKey();
      const ref = refOf(key);
      const heir = makeCustomer();
      const [transferred, enrolled] = await together(
        { do: 'transfer', key, customerId: heir.id },
        { do: 'enrol', key, phone: owner.phone, deviceId },
      );
      expect(transferred).toBe('done');
      expect(['done', 'KEY_NOT_FOUND']).toContain(enrolled ?? '');
      expect(keyWith(ref)?.owner).toBe(heir.id);
      expect(ownerOf(deviceId)).toEqual([{ id: heir.id }]);
      expect(tokenOf(deviceId)).toMatchObject({ hash: null, next: null, due: testStart });
    }
    expectNoHalfState();
  });

  test('that renew a key, each adds its months', async () => {
    const { key } = await makeUsedKey();
    const start = findKey(race.store, key)?.expiresAt ?? 0;
    const jobs = new Array<Job>(rounds).fill({ do: 'renew', key, months: 1 });
    const outcomes = await race.run(jobs, jobs);
    expect(new Set(outcomes.flat())).toEqual(new Set(['done']));
    expect(findKey(race.store, key)?.expiresAt).toBe(addMonths(start, 2 * rounds));
    // Each renewal began at the end that the one before had set.
    const chain = rows<{ before: string; after: string }>(
      "SELECT before, after FROM audit_log WHERE action = 'key.renew' AND subject = ? ORDER BY id",
      key,
    ).map(({ before, after }) => [JSON.parse(before).expiresAt, JSON.parse(after).expiresAt]);
    expect(chain).toHaveLength(2 * rounds);
    for (const [n, [before]] of chain.entries()) {
      expect(before).toBe(n === 0 ? start : chain[n - 1]?.[1]);
    }
    expectNoHalfState();
  });

  test('that revoke a key, one does and the other is told that it was done', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { owner, key } = await makeUsedKey();
      const outcomes = await together({ do: 'revoke', key }, { do: 'revoke', key });
      expect(outcomes.toSorted()).toEqual(['CONFLICT', 'done']);
      expect(auditsOf(key)).toEqual(['key.create', 'key.revoke']);
      expect(sessionsEnded(owner.id)).toBe(1);
    }
    expectNoHalfState();
  });

  test('that delete overlapping keys, one deletes all of its own and the other none', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const keys = [makeKey(), makeKey(), makeKey()];
      const [first, second] = [keys.slice(0, 2), keys.slice(1)];
      const outcomes = await together(
        { do: 'delete', keys: first },
        { do: 'delete', keys: second },
      );
      expect(outcomes.toSorted()).toEqual(['KEY_NOT_FOUND', 'done']);
      const kept = outcomes[0] === 'done' ? keys[2] : keys[0];
      const left = keys.filter((key) => findKey(race.store, key) !== undefined);
      expect(left).toEqual([kept ?? '']);
    }
    expectNoHalfState();
  });

  test('of which one deletes the key the other enrols with, the device gets no key to live on', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { phone } = makeCustomer();
      const key = makeKey();
      const deviceId = makeDeviceId();
      const [deleted, enrolled] = await together(
        { do: 'delete', keys: [key] },
        { do: 'enrol', key, phone, deviceId },
      );
      // The key may be deleted before it is used, or meanwhile. Neither leaves half of it.
      expect(deleted).toBe('done');
      expect(['done', 'KEY_NOT_FOUND']).toContain(enrolled ?? '');
      expect(findKey(race.store, key)).toBeUndefined();
      expect(ownerOf(deviceId)).toHaveLength(enrolled === 'done' ? 1 : 0);
      expect(auditsOf(deviceId)).toHaveLength(enrolled === 'done' ? 1 : 0);
      const [valid] = rows<{ n: number }>(
        `SELECT count(*) AS n FROM devices d JOIN activation_keys k ON k.device_row = d.id
        WHERE d.device_id = ?`,
        deviceId,
      );
      expect(valid?.n).toBe(0);
    }
    expectNoHalfState();
  });

  test('that do anything at all to a few keys, neither leaves a half state or fails unexpectedly', async () => {
    const customers = [makeCustomer(), makeCustomer(), makeCustomer()];
    const deviceIds = [makeDeviceId(), makeDeviceId(), makeDeviceId()];
    const expected = new Set([
      'done',
      'CONFLICT',
      'KEY_IN_USE',
      'KEY_INACTIVE',
      'KEY_NOT_FOUND',
      'KEY_PHONE_MISMATCH',
      'VALIDATION',
    ]);
    const seen = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const keys = customers.flatMap(({ phone }) => [makeKey(phone), makeKey()]);
      const plan = (seed: number): Job[] => {
        const prng = new Prng(`keys ${seed}`);
        const pick = <T>(from: readonly T[]): T => {
          const [chosen] = prng.pick(from, 1);
          if (chosen === undefined) throw new Error('nothing to pick from');
          return chosen;
        };
        return Array.from({ length: 60 }, (): Job => {
          const key = pick(keys);
          const { id, phone } = pick(customers);
          const dice = prng.between(0, 100);
          if (dice < 40) return { do: 'enrol', key, phone, deviceId: pick(deviceIds) };
          if (dice < 65) return { do: 'transfer', key, customerId: id };
          if (dice < 80) return { do: 'renew', key, months: 1 };
          if (dice < 92) return { do: 'bind', key, phone };
          return dice < 96 ? { do: 'revoke', key } : { do: 'delete', keys: [key, pick(keys)] };
        });
      };
      for (const outcome of (await race.run(plan(2 * round), plan(2 * round + 1))).flat()) {
        expect(expected).toContain(outcome);
        seen.add(outcome);
      }
      expectNoHalfState();
    }
    expect(seen.size).toBeGreaterThan(4);
  });
});
