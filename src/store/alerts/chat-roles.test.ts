/** Who may log in after the update that gave chats their roles, by what earlier releases have stored of them. */
import { Database } from 'bun:sqlite';
import { beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsBefore } from '../../../tests/support/migrations.ts';
import { listReleaseDatabases } from '../../../tests/support/release-databases.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import type { ChannelName } from '../../domain/states.ts';
import { openStore, type Store } from '../engine/open.ts';

interface Chat {
  readonly customer: number;
  readonly address: string;
  readonly at: number;
  readonly channel?: ChannelName;
  /** As the audit log has it. Left out: it says nothing of this chat. */
  readonly proof?: 'contact' | 'key' | 'link';
  readonly unreachableAt?: number;
}

let path: string;
let database: Database;

/** A database of version 1.0.0. */
function beFirstRelease(): void {
  const [first] = listReleaseDatabases();
  writeFileSync(path, Bun.zstdDecompressSync(readFileSync(first?.file ?? '')));
  database = new Database(path);
  database.run('DELETE FROM recipients');
}

/** A database as it was just before the update, with two customers. */
function beNewest(): void {
  openStore(path, { migrationsDir: migrationsBefore('chat_roles') }).close();
  database = new Database(path);
  for (const id of [1, 2]) {
    database.run(
      `INSERT INTO customers (id, name, phone, created_at) VALUES (${id}, 'Nok', '+668${id}', 0)`,
    );
    database.run(`INSERT INTO activation_keys
      (key_code, ref, purchase_type, price, customer_id, created_by, created_at)
      VALUES ('KEY${id}', 'ref${id}', 'key_only', 200, ${id}, 'test', 0)`);
  }
  write('admin.create', 'admin:1', 'admin:1', 1);
}

function write(action: string, actor: string, subject: string, at: number, after?: object): void {
  database
    .query('INSERT INTO audit_log (at, actor, action, subject, after) VALUES (?, ?, ?, ?, ?)')
    .run(at, actor, action, subject, after === undefined ? null : JSON.stringify(after));
}

function connect(chat: Chat): void {
  const { customer, address, at, channel = 'telegram', proof, unreachableAt = null } = chat;
  database
    .query(`INSERT INTO recipients (customer_id, channel, address, created_at, unreachable_at)
      VALUES (?, ?, ?, ?, ?)`)
    .run(customer, channel, address, at, unreachableAt);
  if (proof === undefined) return;
  write('recipient.register', `bot:${address}`, `customer:${customer}`, at, { proof });
}

function update(): Store {
  database.close();
  return openStore(path, { migrationsDir: 'drizzle' });
}

const rolesIn = (store: Store) =>
  Object.fromEntries(
    store.sqlite
      .query<{ address: string; role: string }, []>('SELECT address, role FROM recipients')
      .all()
      .map(({ address, role }) => [address, role]),
  );

const askedIn = (store: Store) =>
  store.sqlite
    .query<{ id: number }, []>(
      'SELECT id FROM customers WHERE is_asked_who_logs_in = 1 ORDER BY id',
    )
    .all()
    .map(({ id }) => id);

const seenIn = (store: Store) =>
  store.sqlite
    .query<{ seen: string }, []>(
      `SELECT r.address || ' ' || k.key_code AS seen FROM seen_keys s
      JOIN recipients r ON r.id = s.recipient_id JOIN activation_keys k ON k.ref = s.key_ref ORDER BY 1`,
    )
    .all()
    .map(({ seen }) => seen);

beforeEach(() => {
  path = join(tempDir('chat-roles'), 'faiwatch.db');
});

describe.each([
  ['the first release', beFirstRelease],
  ['the newest', beNewest],
])('from a database of %s', (_release, begin) => {
  beforeEach(() => begin());

  test('chats that shared the phone, or typed it with a key, go on logging in; the others do not', () => {
    connect({ customer: 1, address: '11', at: 5, proof: 'link' });
    connect({ customer: 1, address: '12', at: 6, proof: 'contact' });
    connect({ customer: 1, address: 'U13', at: 7, proof: 'key', channel: 'line' });
    connect({ customer: 2, address: '21', at: 8, proof: 'key' });
    const store = update();
    expect(rolesIn(store)).toEqual({ 11: 'told', 12: 'owner', U13: 'owner', 21: 'owner' });
    // Only who has a chat that could log in and cannot any more has something to answer.
    expect(askedIn(store)).toEqual([1]);
    store.close();
  });

  test('where that is not known, the oldest private chat goes on, and its owner is asked', () => {
    connect({ customer: 1, address: '-14', at: 1, proof: 'key' });
    connect({ customer: 1, address: 'me@example.com', at: 2, channel: 'email' });
    connect({ customer: 1, address: '15', at: 3, unreachableAt: 9 });
    connect({ customer: 1, address: '16', at: 4, proof: 'link' });
    connect({ customer: 1, address: '17', at: 5, proof: 'link' });
    connect({ customer: 2, address: '-24', at: 1 });
    const store = update();
    expect(rolesIn(store)).toEqual({
      ...{ '-14': 'told', 'me@example.com': 'told', 15: 'told', 16: 'login', 17: 'told' },
      '-24': 'told',
    });
    expect(askedIn(store)).toEqual([1]);
    store.close();
  });

  test('what a chat proved in another account, or before it left this one, does not count', () => {
    connect({ customer: 1, address: '18', at: 50 });
    connect({ customer: 1, address: '19', at: 40, proof: 'link' });
    write('recipient.register', 'bot:18', 'customer:2', 60, { proof: 'contact' });
    write('recipient.register', 'bot:18', 'customer:1', 30, { proof: 'contact' });
    const store = update();
    expect(rolesIn(store)).toEqual({ 18: 'told', 19: 'login' });
    store.close();
  });

  test('all chats go on muting', () => {
    connect({ customer: 1, address: '11', at: 5 });
    connect({ customer: 1, address: '-12', at: 6 });
    const store = update();
    expect(
      store.sqlite.query('SELECT count(*) AS n FROM recipients WHERE is_allowed_to_mute').get(),
    ).toEqual({ n: 2 });
    store.close();
  });
});

describe('from a database of the newest', () => {
  beforeEach(() => beNewest());

  test('sessions end with the right to log in, and no others; no link is left', () => {
    connect({ customer: 1, address: '11', at: 5, proof: 'contact' });
    connect({ customer: 1, address: '12', at: 6, proof: 'link' });
    database.run(`INSERT INTO sessions (id, customer_id, recipient_id, method, created_at, last_used_at)
      SELECT 's' || address, 1, id, 'link', 0, 0 FROM recipients UNION SELECT 'key', 1, NULL, 'key', 0, 0`);
    database.run(`INSERT INTO messenger_links (token_hash, customer_id, recipient_id, purpose, expires_at)
      SELECT 'l' || address, 1, id, 'login', 9 FROM recipients UNION SELECT 'chat', 1, NULL, 'chat', 9`);
    const store = update();
    expect(store.sqlite.query('SELECT id FROM sessions ORDER BY id').values().flat()).toEqual([
      'key',
      's11',
    ]);
    // The update after it binds links to what they are for.
    expect(store.sqlite.query('SELECT * FROM messenger_links').all()).toEqual([]);
    store.close();
  });

  test('a chat has seen keys if it typed one, if it was sent a link, or if nobody knows', () => {
    connect({ customer: 1, address: '11', at: 5, proof: 'contact' });
    connect({ customer: 1, address: '12', at: 6, proof: 'link' });
    write('session.create-link', 'bot:12', 'customer:1', 7);
    connect({ customer: 1, address: '-13', at: 8, proof: 'key' });
    connect({ customer: 1, address: 'me@example.com', at: 9, channel: 'email' });
    connect({ customer: 2, address: '21', at: 5, proof: 'link' });
    expect(seenIn(update())).toEqual(['-13 KEY1', '12 KEY1']);
  });

  test('where the audit log does not reach back far enough, a private chat may have', () => {
    connect({ customer: 1, address: '11', at: 5 });
    connect({ customer: 2, address: '21', at: 60, proof: 'link' });
    connect({ customer: 2, address: '-22', at: 5 });
    database.run('DELETE FROM audit_log WHERE at < 60');
    expect(seenIn(update())).toEqual(['11 KEY1']);
  });
});
