/**
 * A marked customer has something of their own in every column that can hold something of anybody. Once they are
 * deleted, the bytes of the database, of its log and of the backups made from then on hold none of it.
 */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import {
  makeCustomer,
  makeDevice,
  openTestStore,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import { deleteKeys } from '../../actions/keys/delete-keys.ts';
import { customerAccountName } from '../../actions/people/limit-logins.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import { backUpAside } from '../../store/backups/back-up-aside.ts';
import { headBytes } from '../../store/backups/backup-file.ts';
import { openStore, type Store } from '../../store/engine/open.ts';
import { readAttempts, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { isKnownHousehold, rememberHousehold } from '../../store/people/known-households.ts';

// A backup is made with the least right to the processor.
setDefaultTimeout(60_000);

/** Each value of the customer's begins with it; phone numbers with the other. */
const mark = 'Zq7x';
const phoneMark = '+6698700';
const phone = `${phoneMark}0111`;
const formerPhone = `${phoneMark}0222`;
const household = '203.0.113.8';

/** Columns of text and bytes that hold nothing of a customer's, or that are kept, and why. */
const word = 'one of our own words';
const random = 'a random number, or the digest of one, which ends with what it opened';
const ofOperator = 'the operator’s own';
const ofBoard = 'what the board is, whoever has it';
const ofArea = 'an area of five sites of three owners at least';
const ofKey = 'a key is goods: the seller’s books name it, and it opens nothing any more';
const ofSystem = 'the server’s own';
const sealed = 'sealed; the customer’s rows are looked for by their seals below';
const reasons: Record<string, string> = {
  'activation_keys.created_by': ofOperator,
  'activation_keys.device_type': word,
  'activation_keys.key_code': ofKey,
  'activation_keys.purchase_type': word,
  'activation_keys.ref': random,
  'activation_keys.standing': word,
  'admins.oidc_subject': ofOperator,
  'admins.password_hash': ofOperator,
  'admins.role': word,
  'admins.totp_secret': ofOperator,
  'admins.username': ofOperator,
  'api_token_traces.kind': word,
  'api_token_traces.ref': 'the number of a row, or the ref of a key',
  'api_tokens.created_by': ofOperator,
  'api_tokens.name': ofOperator,
  'api_tokens.role': word,
  'api_tokens.scopes': word,
  'api_tokens.token_hash': ofOperator,
  'area_outages.cause': word,
  'area_outages.cells': ofArea,
  'area_outages.status': word,
  'attempt_limits.scope': word,
  'attempt_limits.subject': sealed,
  'audit_log.action': word,
  'audit_log.subject': 'the number of a row, a board, or a key: who it was stands nowhere',
  'contacts.language': word,
  'contacts.order': word,
  'contacts.wakes': word,
  'customers.language': word,
  'devices.boot_id': ofBoard,
  'devices.device_id': ofBoard,
  'devices.device_type': word,
  'devices.firmware_version': ofBoard,
  'devices.held_key_digest': 'the password of the board’s own network is made from it',
  'devices.link': word,
  'devices.power': word,
  'devices.sleep': word,
  'devices.token_hash': 'by it the board is told that it was released',
  'devices.transport': word,
  'devices.update_failed': ofBoard,
  'events.boot_id': ofBoard,
  'events.event_type': word,
  'firmware_images.board': ofOperator,
  'firmware_images.parts': ofOperator,
  'firmware_images.sha256': ofOperator,
  'firmware_images.signature': ofOperator,
  'firmware_images.version': ofOperator,
  'firmware_images.version_key': ofOperator,
  'join_requests.key_code': ofKey,
  'known_households.account': sealed,
  'known_households.household': sealed,
  'messenger_links.channel': word,
  'messenger_links.purpose': word,
  'meta.key': ofSystem,
  'meta.value': ofSystem,
  'notifications.channel': word,
  'notifications.key_code': ofKey,
  'notifications.kind': word,
  'notifications.language': word,
  'notifications.status': word,
  'observation_gaps.kind': word,
  'operator_recipients.address': ofOperator,
  'operator_recipients.channel': word,
  'operator_recipients.language': word,
  'operator_recipients.unreachable_reason': ofOperator,
  'outages.cause': word,
  'outages.interrupted_cause': word,
  'outages.start_known': word,
  'passkeys.id': ofOperator,
  'passkeys.name': ofOperator,
  'passkeys.public_key': ofOperator,
  'passkeys.transports': word,
  'planned_times.kind': word,
  'recipients.channel': word,
  'recipients.language': word,
  'recipients.role': word,
  'recovery_codes.code_hash': ofOperator,
  'report_shares.device_id': ofBoard,
  'report_shares.first_date': 'a date',
  'report_shares.language': word,
  'report_shares.last_date': 'a date',
  'seen_keys.key_ref': random,
  'sessions.method': word,
  'settings.key': ofSystem,
  'settings.value': ofSystem,
  'status_areas.area': ofArea,
  'status_outages.area': ofArea,
  'status_outages.kind': word,
  'status_subscriptions.area': ofArea,
  'status_subscriptions.channel': word,
  'status_subscriptions.language': word,
  'vitals.record': 'numbers of boards and moments; a board that is deleted leaves it',
};

interface Marked {
  readonly world: HttpWorld;
  readonly store: Store;
  readonly owner: string;
  readonly id: number;
}

const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

function insert({ sqlite }: Store, table: string, row: Row): number {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const places = names.map(() => '?').join(', ');
  sqlite.query(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(...Object.values(row));
  return Number(sqlite.query('SELECT last_insert_rowid()').values()[0]?.[0]);
}

/** A value for each column named: the mark with the names of the table and the column. */
function marked(table: string, ...columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, `${mark}-${table}-${column}`]));
}

/** A customer with something in every table. @param holds with a board and a key, or with neither any more */
async function markCustomer({ holds }: { readonly holds: boolean }): Promise<Marked> {
  const store = openTestStore(join(tempDir('faiwatch-traces'), 'faiwatch.db'));
  opened.push(store);
  // No power is cut here.
  store.sqlite.run('PRAGMA synchronous = OFF');
  const world = new HttpWorld({}, store);
  const owner = await world.admin();
  const { monitor } = world;
  const id = makeCustomer(monitor, `${mark}-chat`);
  const device = makeDevice(monitor, { customerId: id, siteName: `${mark}-site` });
  const formerBoard = makeDevice(monitor, { customerId: id, siteName: `${mark}-former-site` });
  const [keyCode, formerKey] = [device, formerBoard].map(({ row }) => {
    const code = generateActivationKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    store.sqlite.run('UPDATE activation_keys SET key_code = ? WHERE device_row = ?', [code, row]);
    return code;
  }) as [string, string];
  const now = monitor.clock().wallMs;
  // By way of the real calls. A new number ends sessions and links.
  const former = { phone: formerPhone, email: `${mark}-former@example.com` };
  await world.put(`/api/customers/${id}`, owner, former);
  const token = await world.customer(id);
  await world.put('/api/customer/profile', token, { name: `${mark}-profile` });
  await world.put(`/api/customer/devices/${device.deviceId}`, token, { siteName: `${mark}-shop` });
  await world.put(`/api/customers/${id}`, owner, { phone, email: `${mark}@example.com` });
  leaveFormerThings(monitor, {
    id,
    formerId: formerBoard.deviceId,
    formerRow: formerBoard.row,
    formerKey,
  });
  store.transaction(() =>
    insertAll(store, { id, row: device.row, deviceId: device.deviceId, keyCode, now }),
  );
  if (!holds) {
    releaseDevice(monitor, device.deviceId, testActor, monitor.clock());
    store.sqlite.run('UPDATE activation_keys SET device_row = NULL WHERE customer_id = ?', [id]);
    deleteKeys(monitor, [keyCode], testActor, monitor.clock());
  }
  return { world, store, owner, id };
}

interface Things {
  readonly id: number;
  readonly row: number;
  readonly deviceId: string;
  readonly keyCode: string;
  readonly now: number;
}

function insertAll(store: Store, { id, row, deviceId, keyCode, now }: Things): void {
  const { sqlite } = store;
  const ofCustomer = { customer_id: id, created_at: now };
  const json = (table: string, column: string) =>
    JSON.stringify({ text: `${mark}-${table}-${column}` });
  const set = (table: string, row: Row, where: string) => {
    const columns = Object.keys(row).map((name) => `"${name}" = ?`);
    sqlite
      .query(`UPDATE ${table} SET ${columns.join(', ')} WHERE ${where}`)
      .run(...Object.values(row));
  };
  set(
    'customers',
    {
      ...marked('customers', 'name', 'line_id', 'address', 'telegram_username', 'calendar_hash'),
    },
    `id = ${id}`,
  );
  set(
    'devices',
    {
      ...marked('devices', 'site_address', 'cell', 'area', 'next_token_hash', 'ssid'),
      latitude: 18.731,
    },
    `id = ${row}`,
  );
  insert(store, 'mains_voltages', {
    device_row: row,
    hour_at: now,
    slots: Buffer.from(`${mark}-volts`),
  });
  insert(store, 'spoken_names', {
    device_row: row,
    recorded_at: now,
    sound: Buffer.from(`${mark}-voice`),
  });
  set(
    'activation_keys',
    { ...marked('activation_keys', 'notes'), enrolled_phone: formerPhone },
    `key_code = '${keyCode}'`,
  );
  set(
    'recipients',
    marked('recipients', 'name', 'unreachable_reason', 'pinned_message_id'),
    `customer_id = ${id}`,
  );
  const mailbox = { ...ofCustomer, channel: 'email', address: `${mark}-told@example.com` };
  insert(store, 'recipients', mailbox);
  const contact = insert(store, 'contacts', { ...ofCustomer, ...marked('contacts', 'name') });
  insert(store, 'recipients', {
    ...{ ...ofCustomer, channel: 'webhook', contact_id: contact },
    ...marked('recipients', 'address', 'name'),
  });
  insert(store, 'status_areas', { area: 'TH-50', since: now });
  for (const address of [mailbox.address, `${mark}@example.com`]) {
    insert(store, 'status_subscriptions', {
      ...{ channel: 'email', address },
      ...{ area: 'TH-50', language: 'th' },
    });
  }
  insert(store, 'status_members', {
    device_row: row,
    customer_id: id,
    ...marked('status_members', 'area'),
  });
  const calendar = insert(store, 'outage_calendars', {
    ...{ ...ofCustomer, read_at: now, next_read_at: now },
    ...marked('outage_calendars', 'url', 'etag', 'failure'),
  });
  insert(store, 'planned_times', {
    ...{
      ...ofCustomer,
      kind: 'maintenance',
      starts_at: now,
      ends_at: now + 1,
      calendar_id: calendar,
    },
    ...marked('planned_times', 'note', 'external_id'),
  });
  insert(store, 'home_accounts', {
    ...ofCustomer,
    ...marked('home_accounts', 'name', 'password_hash'),
  });
  insert(store, 'home_brokers', {
    ...ofCustomer,
    ...marked('home_brokers', 'ref', 'url', 'username', 'password', 'ca'),
  });
  insert(store, 'sessions', {
    ...{ ...ofCustomer, method: 'link', last_used_at: now },
    ...marked('sessions', 'id', 'address', 'user_agent'),
  });
  insert(store, 'messenger_links', {
    ...{ customer_id: id, purpose: 'confirm', channel: 'email', expires_at: now },
    ...marked('messenger_links', 'token_hash', 'address'),
  });
  insert(store, 'report_shares', {
    ...{ ...ofCustomer, first_date: '2026-01-01', last_date: '2026-01-31', device_id: deviceId },
    ...{ language: 'th', expires_at: now },
    ...marked('report_shares', 'secret_hash'),
  });
  insert(store, 'seen_keys', {
    customer_id: id,
    key_ref: 'ab12',
    seen_at: now,
    ...marked('seen_keys', 'chat'),
  });
  // A key of a stranger's that asks to join.
  insert(store, 'activation_keys', {
    ...{
      key_code: 'ASKING',
      purchase_type: 'key_only',
      price: 1,
      created_by: 'test',
      created_at: now,
    },
    enrolled_phone: formerPhone,
  });
  insert(store, 'join_requests', {
    ...{ customer_id: id, key_code: 'ASKING', asked_at: now },
    ...marked('join_requests', 'address'),
  });
  const outage = insert(store, 'outages', {
    ...{ device_row: row, customer_id: id, cause: 'mains', down_at: now, detected_at: now },
    ...{ start_known: 'reported', recover_at: now, confirmed_at: now, acknowledged_at: now },
    ...marked('outages', 'acknowledged_by'),
  });
  insert(store, 'events', {
    ...{ ...ofCustomer, device_row: row, event_type: 'ONLINE', occurred_at: now },
    ...{ ...marked('events', 'message'), details: json('events', 'details') },
  });
  // An hourly heartbeat of before the board was theirs belongs to nobody; this one is theirs.
  insert(store, 'events', {
    ...{ device_row: row, event_type: 'HEARTBEAT', occurred_at: now, created_at: now },
    details: JSON.stringify({ count: 1, ssid: `${mark}-roll-up` }),
  });
  const sent = { channel: 'telegram', language: 'th', due_at: now, next_attempt_at: now };
  const said = marked('notifications', 'recipient', 'external_id', 'last_error', 'said');
  insert(store, 'notifications', {
    ...{ ...ofCustomer, ...sent, ...said, kind: 'account', status: 'sent' },
    details: json('notifications', 'details'),
  });
  // So many that whole pages become free.
  for (let n = 0; n < 400; n += 1) {
    insert(store, 'notifications', {
      ...{ ...ofCustomer, ...sent, kind: 'account', status: 'sent', recipient: `${mark}-${n}` },
      details: JSON.stringify({ text: `${mark} ${'and so on '.repeat(20)}` }),
    });
  }
  // The operator is told of all sites, in one message: it is kept with its first row.
  const first = insert(store, 'notifications', {
    ...{ ...sent, kind: 'alert', recipient: 'boss', created_at: now },
    said: `${mark}-in-a-group`,
  });
  insert(store, 'notifications', {
    ...{ ...sent, kind: 'alert', recipient: 'boss', created_at: now, outage_id: outage },
    ...{ group_id: first, last_error: `${mark}-error` },
  });
  const entry = { at: now, subject: `customer:${id}`, action: 'customer.edit' };
  insert(store, 'audit_log', {
    ...{ ...entry, actor: `customer:${id}`, ...marked('audit_log', 'address') },
    ...{ before: json('audit_log', 'before'), after: json('audit_log', 'after') },
  });
  insert(store, 'audit_log', { ...entry, actor: `home:${id}`, address: `${mark}-home` });
  insert(store, 'audit_log', { ...entry, actor: `bot:${mark}-chat`, subject: 'outage:1' });
  insert(store, 'audit_log', {
    ...{ ...entry, actor: 'admin:boss', action: 'notification.retry', subject: 'notification:1' },
    before: JSON.stringify({ recipient: `${mark}-chat` }),
  });
  for (const name of [phone, formerPhone].map(customerAccountName)) {
    recordFailedAttempt(store, { scope: 'login-account', maxFailures: 20, windowMs: 1 }, name, now);
    rememberHousehold(store, name, household, now);
  }
}

interface FormerThings {
  readonly id: number;
  readonly formerId: string;
  readonly formerRow: number;
  readonly formerKey: string;
}

/** A board, a key and a chat that left the account long before the end of it. */
function leaveFormerThings(
  monitor: TestMonitor,
  { id, formerId, formerRow, formerKey }: FormerThings,
): void {
  const { store } = monitor;
  const now = monitor.clock().wallMs;
  insert(store, 'events', {
    ...{ device_row: formerRow, customer_id: id, event_type: 'ONLINE', occurred_at: now - 9 },
    ...{
      created_at: now - 9,
      details: JSON.stringify({ ssid: `${mark}-former-network`, by: mark }),
    },
  });
  insert(store, 'audit_log', {
    ...{ at: now - 5, actor: 'admin:boss', action: 'device.edit', subject: formerId },
    after: JSON.stringify({ siteName: `${mark}-by-the-operator` }),
  });
  releaseDevice(monitor, formerId, testActor, monitor.clock());
  insert(store, 'audit_log', {
    ...{ at: now, actor: 'admin:boss', action: 'key.edit', subject: formerKey },
    after: JSON.stringify({ notes: `${mark}-former-notes` }),
  });
  deleteKeys(monitor, [formerKey], testActor, monitor.clock());
  const chat = { at: now, actor: `bot:${mark}-former-chat` };
  insert(store, 'audit_log', { ...chat, action: 'recipient.register', subject: `customer:${id}` });
  insert(store, 'audit_log', { ...chat, action: 'outage.acknowledge', subject: 'outage:1' });
}

const isMarked = (column: string) =>
  `(instr(CAST("${column}" AS TEXT), '${mark}') > 0 OR instr("${column}", '${phoneMark}') > 0)`;

/** Every column that can hold text or bytes: whether it holds something marked. */
function readColumns({ sqlite }: Store): { name: string; isMarked: boolean }[] {
  const columns = sqlite
    .query<{ table: string; column: string }, []>(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\'
        AND c.type NOT IN ('INTEGER', 'REAL', 'integer', 'real')`,
    )
    .all();
  return columns.map(({ table, column }) => ({
    name: `${table}.${column}`,
    isMarked:
      sqlite.query(`SELECT 1 FROM "${table}" WHERE ${isMarked(column)} LIMIT 1`).get() !== null,
  }));
}

/** What is left of the customer in a file, with some of what stands around it. */
function tracesIn(bytes: Buffer): string[] {
  const found: string[] = [];
  for (const word of [mark, phoneMark]) {
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
      found.push(bytes.toString('latin1', Math.max(0, at - 20), at + 60));
    }
  }
  return found;
}

function tracesOnDisk({ path }: Store): string[] {
  return ['', '-wal', '-shm'].flatMap((suffix) => {
    const file = path + suffix;
    return existsSync(file) ? tracesIn(readFileSync(file)) : [];
  });
}

test('the marked customer is in every column that can hold something of a customer’s', async () => {
  const { store } = await markCustomer({ holds: true });
  const columns = readColumns(store);
  const isUnknown = ({ name, isMarked }: { name: string; isMarked: boolean }) =>
    !isMarked && !(name in reasons);
  expect(columns.filter(isUnknown).map(({ name }) => name)).toEqual([]);
  const names = columns.map(({ name }) => name);
  expect(Object.keys(reasons).filter((name) => !names.includes(name))).toEqual([]);
  const both = columns.filter(({ name, isMarked }) => isMarked && name in reasons);
  expect(both.map(({ name }) => name)).toEqual([]);
  expect(tracesOnDisk(store).length).toBeGreaterThan(100);
});

describe('nothing is left of the marked customer', () => {
  const ways: Record<string, { holds: boolean; remove: (marked: Marked) => Promise<unknown> }> = {
    'who asked for it': {
      holds: true,
      async remove({ world, owner, id }) {
        const token = await world.customer(id);
        expect((await world.post('/api/customer/deletion-request', token)).status).toBe(200);
        return world.post(`/api/customers/${id}/erase`, owner);
      },
    },
    'whom the operator erased': {
      holds: true,
      remove: ({ world, owner, id }) => world.post(`/api/customers/${id}/erase`, owner),
    },
    'whom the operator deleted, without boards and keys': {
      holds: false,
      remove: ({ world, owner, id }) => world.delete(`/api/customers/${id}`, owner),
    },
  };

  test.each(Object.keys(ways))('%s', async (name) => {
    const way = ways[name];
    if (way === undefined) throw new Error('no such way');
    const made = await markCustomer(way);
    const { world, store, id } = made;
    const { sqlite } = store;
    const neighbour = makeCustomer(world.monitor, 'neighbour-chat');
    makeDevice(world.monitor, { customerId: neighbour, siteName: 'Elsewhere' });

    expect(await way.remove(made)).toMatchObject({ status: 200 });

    expect(readColumns(store).filter(({ isMarked }) => isMarked)).toEqual([]);
    expect(tracesOnDisk(store)).toEqual([]);
    for (const account of [phone, formerPhone].map(customerAccountName)) {
      expect(readAttempts(store, { scope: 'login-account' }, account)).toBe(0);
      expect(isKnownHousehold(store, account, household)).toBe(false);
    }
    const place = sqlite.query('SELECT 1 FROM devices WHERE latitude IS NOT NULL').all();
    expect(place).toEqual([]);
    // What happened is still there, as nobody's, and so are the others.
    const outages = sqlite.query('SELECT cause FROM outages WHERE customer_id IS NULL').values();
    expect(outages).toContainEqual(['mains']);
    expect(sqlite.query('SELECT count(*) FROM customers').values()).toEqual([[1]]);
    expect(sqlite.query('SELECT site_name FROM devices').values().flat()).toContain('Elsewhere');
    expect(sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
    expect(
      sqlite.query('SELECT 1 FROM audit_log WHERE subject = ?').values(`customer:${id}`),
    ).not.toEqual([]);

    const origin = { appVersion: '1.2.3', nowMs: 0 };
    const dir = join(dirname(store.path), 'backups');
    await backUpAside(store.path, join(dir, 'plain.db'), origin);
    await backUpAside(store.path, join(dir, 'packed.db.zst'), origin);
    const plain = readFileSync(join(dir, 'plain.db'));
    const packed = readFileSync(join(dir, 'packed.db.zst')).subarray(headBytes);
    expect(tracesIn(plain)).toEqual([]);
    expect(tracesIn(Buffer.from(Bun.zstdDecompressSync(packed)))).toEqual([]);
    const copy = openStore(join(dir, 'plain.db'), { migrationsDir: 'drizzle' });
    opened.push(copy);
    expect(readColumns(copy).filter(({ isMarked }) => isMarked)).toEqual([]);
  });
});
