import { beforeEach, describe, expect, test } from 'bun:test';
import { makeTestMonitor, type TestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { AppError } from '../../domain/errors.ts';
import { insertAdmin } from '../../store/people/admins.ts';
import {
  isKnownHousehold,
  pruneHouseholds,
  rememberHousehold,
} from '../../store/people/known-households.ts';
import { sealName } from '../../store/people/sealed-names.ts';
import { resetAdminPassword } from './create-admin.ts';
import { limitLogins, limitProofs } from './limit-logins.ts';

const account = 'admin:ada';
const home = '203.0.113.7';
const dayMs = 24 * 3_600_000;

let monitor: TestMonitor;
/** How long answers were held back, in ms. */
let waited: number[];

beforeEach(() => {
  monitor = Object.assign(makeTestMonitor(), {
    setTimer(delayMs: number, fire: () => void) {
      waited.push(delayMs);
      fire();
      return () => {};
    },
  });
  waited = [];
});

const wrong = async () => {
  throw new AppError('INVALID_CREDENTIALS', 'Wrong username or password');
};

async function knock(address: string, logIn: () => Promise<unknown>, at = account) {
  waited = [];
  try {
    await limitLogins(monitor, { address, account: at }, monitor.clock(), logIn);
    return 'in';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

const enter = (address: string, at?: string) => knock(address, async () => 'in', at);
const fail = (address: string, at?: string) => knock(address, wrong, at);
const stranger = (n: number) => `10.${n >> 8}.${n & 255}.1`;

/** Fails so often at the account, each time from somewhere else. */
async function besiege(times: number, at?: string): Promise<void> {
  for (let n = 0; n < times; n += 1) await fail(stranger(n), at);
}

describe('an account at which strangers guess', () => {
  test('is open to a household that logged in before, and at once', async () => {
    expect(await enter(home)).toBe('in');
    await besiege(1_600);
    expect(await enter(home)).toBe('in');
    expect(waited).toEqual([]);
  });

  test('is open to a new household, later and later, and not without end', async () => {
    await besiege(19);
    expect(await enter(home)).toBe('in');
    expect(waited).toEqual([]);
    await besiege(30);
    expect(await enter('203.0.113.8')).toBe('in');
    expect(waited).toEqual([5_000]);
  });

  test('is as slow when the account does not exist', async () => {
    await besiege(25);
    await fail(home);
    const known = waited;
    await besiege(25, 'admin:nobody');
    await fail('203.0.113.8', 'admin:nobody');
    expect(waited).toEqual(known);
    expect(known[0]).toBeGreaterThan(0);
  });

  test('leaves the other accounts alone', async () => {
    await besiege(100);
    await fail(home, 'admin:bob');
    expect(waited).toEqual([]);
  });
});

describe('a household', () => {
  test('that guesses is refused after twenty failures, for an hour', async () => {
    for (let n = 0; n < 20; n += 1) expect(await fail(home, `admin:${n}`)).not.toBe('RATE_LIMITED');
    expect(await enter(home)).toBe('RATE_LIMITED');
    monitor.time.advanceMs(3_600_000);
    expect(await enter(home)).toBe('in');
  });

  test('that guesses at one account is refused there for a day', async () => {
    for (let n = 0; n < 20; n += 1) await fail(home);
    monitor.time.advanceMs(3_600_000);
    expect(await enter(home)).toBe('RATE_LIMITED');
    expect(await enter(home, 'admin:bob')).toBe('in');
    monitor.time.advanceMs(dayMs);
    expect(await enter(home)).toBe('in');
  });

  test('is open to whoever logged in there before, whatever the neighbours do', async () => {
    expect(await enter(home)).toBe('in');
    for (let n = 0; n < 30; n += 1) await fail(home, `customer:+6681000${n}`);
    expect(await enter(home, 'admin:bob')).toBe('RATE_LIMITED');
    expect(await enter(home)).toBe('in');
  });

  test('that is known has twenty failures an hour, and successes cost none', async () => {
    for (let n = 0; n < 30; n += 1) expect(await enter(home)).toBe('in');
    const tries = await Promise.all(Array.from({ length: 1_000 }, () => fail(home)));
    expect(tries.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(20);
    monitor.time.advanceMs(3_600_000);
    expect(await enter(home)).toBe('in');
  });

  test('waits longer for each further answer', async () => {
    const delays: unknown[] = [];
    for (let n = 0; n < 12; n += 1) {
      await fail(home);
      delays.push(waited.at(-1) ?? 0);
    }
    expect(delays).toEqual([0, 0, 0, 0, 0, 50, 100, 200, 400, 800, 1_000, 1_000]);
  });

  test('is known by its network, for a year, and among the last fifty', async () => {
    await enter('2001:db8:1:2::3');
    expect(isKnownHousehold(monitor.store, account, '2001:db8:1:2::/64')).toBe(true);
    expect(isKnownHousehold(monitor.store, 'admin:bob', '2001:db8:1:2::/64')).toBe(false);
    for (let n = 1; n < 50; n += 1) {
      rememberHousehold(monitor.store, account, stranger(n), monitor.clock().wallMs + n);
    }
    expect(isKnownHousehold(monitor.store, account, '2001:db8:1:2::/64')).toBe(true);
    rememberHousehold(monitor.store, account, home, monitor.clock().wallMs + 50);
    expect(isKnownHousehold(monitor.store, account, '2001:db8:1:2::/64')).toBe(false);
    pruneHouseholds(monitor.store, monitor.clock().wallMs + 50);
    expect(isKnownHousehold(monitor.store, account, stranger(49))).toBe(false);
    expect(isKnownHousehold(monitor.store, account, home)).toBe(true);
  });
});

test('a reset lifts every limit of the account, including those of the addresses of its failures', async () => {
  for (let n = 0; n < 20; n += 1) await fail(home);
  await besiege(100);
  for (let n = 0; n < 20; n += 1) await fail('203.0.113.8', 'admin:ada2');
  const { store } = monitor;
  insertAdmin(
    store,
    { username: 'ada', passwordHash: 'one that nobody remembers', role: 'owner' },
    0,
  );
  await resetAdminPassword(monitor, 'ada', 'a new fine sentence', testActor, monitor.clock());
  expect(await enter(home)).toBe('in');
  await fail('203.0.113.9');
  expect(waited).toEqual([]);
  expect(await enter('203.0.113.8', 'admin:ada2')).toBe('RATE_LIMITED');
  const pairs = store.sqlite
    .query("SELECT count(*) FROM attempt_limits WHERE scope = 'login-pair' AND subject LIKE ?")
    .values(`${sealName(store, 'admin:ada')}\n%`);
  expect(pairs).toEqual([[2]]);
});

test('a session has twenty wrong answers a day, whatever strangers and other sessions do', async () => {
  await besiege(100);
  const check = (session: string, work: () => Promise<unknown>) =>
    limitProofs(monitor, session, monitor.clock(), work).then(
      () => 'in',
      (error) => error.code,
    );
  const right = async () => 'right';
  for (let n = 0; n < 30; n += 1) expect(await check('stolen', right)).toBe('in');
  for (let n = 0; n < 20; n += 1) expect(await check('stolen', wrong)).toBe('INVALID_CREDENTIALS');
  expect(await check('stolen', right)).toBe('RATE_LIMITED');
  expect(await check('own', right)).toBe('in');
  expect(await enter(home)).toBe('in');
  monitor.time.advanceMs(86_400_000);
  expect(await check('stolen', right)).toBe('in');
});

test("a fault of the server counts as nobody's failed log-in", async () => {
  const broken = async () => {
    throw new Error('the disk is full');
  };
  for (let n = 0; n < 50; n += 1) expect(await knock(home, broken)).toContain('disk');
  expect(await enter(home)).toBe('in');
});
