import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTestStore } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import type { Store } from '../engine/open.ts';
import { type AttemptLimit, readAttempts, recordFailedAttempt } from './attempt-limits.ts';
import { isKnownHousehold, rememberHousehold } from './known-households.ts';
import { sealName, sealPlainNames } from './sealed-names.ts';

const ofHousehold: AttemptLimit = { scope: 'login-address', maxFailures: 20, windowMs: 3_600_000 };
const ofPair: AttemptLimit = { ...ofHousehold, scope: 'login-pair' };
const account = 'customer:+66812345678';
const household = '203.0.113.8';

const makeStore = () => openTestStore(join(tempDir('faiwatch-seals'), 'faiwatch.db'));

function storedNames({ sqlite }: Store): string {
  const attempts = sqlite.query('SELECT * FROM attempt_limits').all();
  const households = sqlite.query('SELECT * FROM known_households').all();
  return JSON.stringify([attempts, households]);
}

/** What somebody finds who tries each number of a country on what is stored, without the secret. */
function expectSealed(store: Store): void {
  const stored = storedNames(store);
  const digests = ['sha256', 'sha1', 'md5'] as const;
  for (const name of [account, '+66812345678', household, `${account}\n${household}`]) {
    expect(stored).not.toContain(JSON.stringify(name).slice(1, -1));
    for (const digest of digests) {
      const hash = new Bun.CryptoHasher(digest).update(name).digest('base64url');
      expect(stored).not.toContain(hash.slice(0, 10));
    }
  }
}

test('names in limits are sealed with a secret that only the owner of the data reads', () => {
  const store = makeStore();
  recordFailedAttempt(store, ofHousehold, household, 5);
  recordFailedAttempt(store, ofPair, `${account}\n${household}`, 5);
  rememberHousehold(store, account, household, 5);
  expectSealed(store);
  expect(readAttempts(store, ofHousehold, household)).toBe(1);
  expect(isKnownHousehold(store, account, household)).toBe(true);

  const secretPath = join(dirname(store.path), 'limits-secret');
  expect(statSync(secretPath).mode & 0o777).toBe(0o600);
  const secret = readFileSync(secretPath, 'utf8').trim();
  expect(readFileSync(store.path).includes(secret)).toBe(false);
  const seal = sealName(store, account);
  store.close();

  const again = openTestStore(store.path);
  expect(sealName(again, account)).toBe(seal);
  again.close();
  const other = makeStore();
  expect(sealName(other, account)).not.toBe(seal);
  other.close();
});

test('an update seals the names that an earlier release has stored, and forgives nobody', () => {
  const store = makeStore();
  const addAttempt = store.sqlite.query('INSERT INTO attempt_limits VALUES (?, ?, 5, 7)');
  addAttempt.run('login-address', household);
  addAttempt.run('login-pair', `${account}\n${household}`);
  store.sqlite.run('INSERT INTO known_households VALUES (?, ?, 5)', [account, household]);
  sealPlainNames(store);
  expectSealed(store);
  expect(readAttempts(store, ofHousehold, household)).toBe(7);
  expect(readAttempts(store, ofPair, `${account}\n${household}`)).toBe(7);
  expect(isKnownHousehold(store, account, household)).toBe(true);
  const sealed = storedNames(store);
  sealPlainNames(store);
  expect(storedNames(store)).toBe(sealed);
  store.close();
});
