import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  testStart,
} from '../../../tests/support/monitor.ts';
import { registerRecipient } from '../../actions/alerts/register-recipient.ts';
import { acceptQuestion, refuseQuestion } from '../../actions/devices/answer-question.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import { hashSecret } from '../../actions/engine/secrets.ts';
import { replaceCodes } from '../../actions/keys/replace-codes.ts';
import { revokeKey } from '../../actions/keys/revoke-key.ts';
import { transferKey } from '../../actions/keys/transfer-key.ts';
import { editCustomer } from '../../actions/people/edit-customer.ts';
import { eraseCustomer } from '../../actions/people/erase-customer.ts';
import type { CustomerAccount } from '../../actions/people/find-account.ts';
import { digestKey } from '../../domain/devices/setup-network.ts';
import { readOpenQuestions } from '../devices/join-requests.ts';
import { openStore, type Store } from '../engine/open.ts';
import { findCustomer } from '../people/customers.ts';
import { backUpAside } from './back-up-aside.ts';
import type { EndedAgain } from './end-revived.ts';
import { restoreBackup } from './restore-backup.ts';

let dir: string;
let path: string;
let backup: string;
let monitor: TestMonitor;
let restored: Store | null;
let anna: number;
let bert: number;
let key: string;
let token: string;

const now = () => monitor.clock();
const run = (sql: string) => monitor.store.sqlite.run(sql);
const phoneOf = (id: number) => phoneOfCustomer(monitor, id);
const enrol = (code: string, owner: number) => enrolBoard(monitor, code, owner);
const makeKey = (owner: number) => sellKey(monitor, owner);

const backUp = () => backUpAside(monitor.store, backup, { appVersion: '1.2.3', nowMs: testStart });

/** What a server that has stopped leaves: no statement of the store keeps it open. */
function stop(): void {
  run(`VACUUM INTO '${path}'`);
}

/** Stops, restores, and looks into what is in place then. */
async function restore(spoil: () => void = stop): Promise<EndedAgain> {
  spoil();
  const keepAs = join(dir, 'backups', 'kept.db');
  const ended = await restoreBackup(backup, {
    path,
    keepAs,
    migrationsDir: 'drizzle',
    nowMs: testStart + 99,
  });
  restored = openStore(path, { migrationsDir: 'drizzle' });
  return ended;
}

const rows = <T>(sql: string): T[] => restored?.sqlite.query<T, []>(sql).all() ?? [];
const device = () =>
  rows<{ hash: string | null; next: string | null; due: number | null }>(
    `SELECT token_hash AS hash, next_token_hash AS next, credentials_due_at AS due FROM devices`,
  )[0];
const activeKeys = () =>
  rows<{ code: string }>('SELECT key_code AS code FROM activation_keys WHERE is_active = 1').map(
    ({ code }) => code,
  );

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-revived-'));
  path = join(dir, 'faiwatch.db');
  backup = join(dir, 'copy.db.zst');
  restored = null;
  monitor = makeTestMonitor();
  anna = makeCustomer(monitor, 'chat-1');
  bert = makeCustomer(monitor, 'chat-2');
  key = makeKey(anna);
  token = enrol(key, anna);
});
afterEach(() => {
  restored?.close();
  rmSync(dir, { recursive: true });
});

describe('after a restore', () => {
  test('no session and no one-time link is left, and every token is of an older version', async () => {
    run(`INSERT INTO sessions (id, customer_id, method, created_at, last_used_at)
      VALUES ('s', ${anna}, 'key', 0, 0)`);
    run(`INSERT INTO messenger_links (token_hash, customer_id, purpose, channel, address, expires_at)
      VALUES ('l', ${anna}, 'join', 'line', '', 9e15)`);
    await backUp();
    run(`UPDATE customers SET token_version = 7 WHERE id = ${bert}`);
    await restore();
    expect(rows('SELECT id FROM sessions')).toEqual([]);
    expect(rows('SELECT token_hash FROM messenger_links')).toEqual([]);
    const versions = rows<{ v: number }>('SELECT token_version AS v FROM customers');
    for (const { v } of versions) expect(v).toBeGreaterThan(7);
  });

  test('whoever was deleted since is named, and asks for it in the console', async () => {
    await backUp();
    await eraseCustomer(monitor, anna, testActor, now());
    const later = makeCustomer(monitor);
    await eraseCustomer(monitor, later, testActor, now());
    expect((await restore()).deletedCustomers).toEqual([anna]);
    expect(rows('SELECT id FROM customers WHERE deletion_requested_at IS NOT NULL')).toEqual([
      { id: anna },
    ]);
  });

  test('no number is given out again that the replaced database gave out', async () => {
    await backUp();
    const later = makeCustomer(monitor);
    run(`DELETE FROM customers WHERE id = ${later}`);
    run(`INSERT INTO outages (id, device_row, cause, down_at, start_known, detected_at)
      VALUES (4711, 1, 'mains', 0, 'reported', 0)`);
    expect((await restore()).isCompared).toBe(true);
    const next = makeCustomer({ ...monitor, store: restored as Store });
    expect(next).toBe(later + 1);
    const sequences = rows<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence');
    expect(sequences).toContainEqual({ name: 'outages', seq: 4711 });
    const counted = rows("SELECT 1 FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'");
    expect(sequences).toHaveLength(counted.length);
  });

  test.each([
    ['is damaged', () => writeFileSync(path, `SQLite format 3\0${'x'.repeat(9_000)}`)],
    ['is not there', () => {}],
  ])('numbers begin far above when the database before %s', async (_what, spoil) => {
    await backUp();
    expect(await restore(spoil)).toEqual({
      isCompared: false,
      keys: [],
      questioned: [],
      devices: [],
      recipients: 0,
      deletedCustomers: [],
    });
    expect(makeCustomer({ ...monitor, store: restored as Store })).toBeGreaterThan(1_000_000);
    expect(device()).toMatchObject({ hash: hashSecret(token), due: null });
  });

  test('a key transferred since is worth nothing, nor is the token of its device', async () => {
    await backUp();
    const code = transferKey(monitor, key, { customerId: bert }, testActor, now());
    enrol(code, bert);
    expect(await restore()).toEqual({
      isCompared: true,
      questioned: [],
      keys: [key],
      devices: [deviceId],
      recipients: 0,
      deletedCustomers: [],
    });
    expect(activeKeys()).toEqual([]);
    expect(device()).toEqual({ hash: null, next: null, due: testStart + 99 });
  });

  test('a key whose code was replaced since opens nothing with the old one', async () => {
    await backUp();
    const account: CustomerAccount = {
      ...{ kind: 'customer', id: anna, name: 'Anna', phone: phoneOf(anna) },
      ...{ tokenVersion: 0, sessionId: '', recipientId: null, isOwner: true },
    };
    const refs = monitor.store.sqlite
      .query<{ ref: string }, []>('SELECT ref FROM activation_keys')
      .all();
    const names = refs.map(({ ref }) => ref);
    const [replaced] = replaceCodes(monitor, account, names, testActor, now());
    // Its board was not set up again, and its set-up network has the password of the old code.
    expect(await restore()).toMatchObject({ keys: [], questioned: [], devices: [] });
    expect(activeKeys()).toEqual([replaced?.keyCode ?? '']);
    expect(rows('SELECT held_key_digest AS held FROM devices')).toEqual([{ held: digestKey(key) }]);
  });

  test('a chat that may no longer log in, or mute, gets neither right back', async () => {
    run("UPDATE recipients SET role = 'login'");
    await backUp();
    run("UPDATE recipients SET role = 'told', is_allowed_to_mute = 0 WHERE address = 'chat-1'");
    await restore();
    expect(
      rows('SELECT address, role, is_allowed_to_mute AS mutes FROM recipients ORDER BY address'),
    ).toEqual([
      { address: 'chat-1', role: 'told', mutes: 0 },
      { address: 'chat-2', role: 'login', mutes: 1 },
    ]);
  });

  test('a key revoked since is revoked, and no other', async () => {
    const kept = makeKey(anna);
    await backUp();
    revokeKey(monitor, key, testActor, now());
    expect((await restore()).keys).toEqual([key]);
    expect(activeKeys()).toEqual([kept]);
  });

  test('a key that its account has questioned, or said no to, since opens nothing', async () => {
    const refused = makeKey(anna);
    const kept = makeKey(anna);
    run("UPDATE activation_keys SET standing = 'typed'");
    await backUp();
    const actor = testActor;
    run('UPDATE customers SET phone_proven_at = NULL');
    const proof = { type: 'contact', phone: phoneOf(anna) } as const;
    const chat = {
      channel: 'telegram',
      address: 'chat-9',
      chatName: 'Anna',
      language: 'en',
      proof,
    } as const;
    registerRecipient(monitor, chat, now());
    const questions = readOpenQuestions(monitor.store, anna);
    const questionOf = (code: string) =>
      questions.find(({ keyCode }) => keyCode === code)?.id ?? '';
    const by = { customerId: anna, by: null };
    refuseQuestion(monitor, { question: questionOf(refused), ...by }, actor, now());
    acceptQuestion(monitor, { question: questionOf(kept), ...by }, actor, now());
    expect((await restore()).questioned.toSorted()).toEqual([key, refused].toSorted());
    expect(activeKeys()).toContain(refused);
    const open = rows<{ code: string }>(
      "SELECT key_code AS code FROM activation_keys WHERE standing <> 'questioned'",
    );
    expect(open).toEqual([{ code: kept }]);
    expect(findCustomer(restored as Store, anna)?.phoneProvenAt).not.toBeNull();
  });

  test('a device released since has no token', async () => {
    await backUp();
    releaseDevice(monitor, deviceId, testActor, now());
    expect((await restore()).devices).toEqual([deviceId]);
    expect(device()?.hash).toBeNull();
  });

  test('a device that enrolled again since goes on with the token that it has by now', async () => {
    await backUp();
    const newer = enrol(key, anna);
    expect((await restore()).devices).toEqual([]);
    expect(device()).toEqual({ hash: hashSecret(newer), next: null, due: null });
  });

  test('the token that was to end when the backup was made has ended', async () => {
    run("UPDATE devices SET next_token_hash = 'bb', credentials_due_at = 9000000000000000");
    await backUp();
    await restore(() => {});
    expect(device()).toEqual({ hash: 'bb', next: null, due: testStart + 99 });
  });

  test('a chat that went to another account, or left, does not come back', async () => {
    const carl = makeCustomer(monitor, 'chat-3');
    await backUp();
    run(`UPDATE recipients SET customer_id = ${bert} WHERE address = 'chat-1'`);
    run("DELETE FROM recipients WHERE address = 'chat-2'");
    // With all that was theirs: what a restore is there to undo.
    run(`DELETE FROM customers WHERE id = ${carl}`);
    expect((await restore()).recipients).toBe(2);
    expect(rows('SELECT address, customer_id AS owner FROM recipients')).toEqual([
      { address: 'chat-3', owner: carl },
    ]);
  });

  test('an account has the phone that it has by now, and stays deactivated', async () => {
    await backUp();
    const phone = '+66899999999';
    editCustomer(monitor, anna, { phone }, testActor, now());
    editCustomer(monitor, bert, { isActive: false }, testActor, now());
    await restore();
    expect(findCustomer(restored as Store, anna)?.phone).toBe(phone);
    expect(findCustomer(restored as Store, bert)?.isActive).toBe(false);
  });

  test('whoever follows an area no longer is told nothing again', async () => {
    run("INSERT INTO status_areas (area, since) VALUES ('TH-5001', 0)");
    for (const address of ['left@example.com', 'stays@example.com']) {
      run(`INSERT INTO status_subscriptions (channel, address, area, language)
        VALUES ('email', '${address}', 'TH-5001', 'th')`);
    }
    await backUp();
    run("DELETE FROM status_subscriptions WHERE address = 'left@example.com'");
    await restore();
    expect(rows('SELECT address FROM status_subscriptions')).toEqual([
      { address: 'stays@example.com' },
    ]);
  });

  test('a database of another installation tells nothing, and ends nothing', async () => {
    await backUp();
    const other = makeTestMonitor();
    other.time.advanceMs(5);
    makeCustomer(other, 'chat-1');
    makeCustomer(other);
    const ended = await restore(() => other.store.sqlite.run(`VACUUM INTO '${path}'`));
    expect(ended).toEqual({
      isCompared: false,
      keys: [],
      questioned: [],
      devices: [],
      recipients: 0,
      deletedCustomers: [],
    });
    expect(rows('SELECT address FROM recipients')).toHaveLength(2);
    expect(device()?.hash).toBe(hashSecret(token));
    expect(activeKeys()).toEqual([key]);
  });
});
