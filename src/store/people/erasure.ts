/** Removes a person from rows that are kept, in steps, since an account may have many. */
import { eq, inArray } from 'drizzle-orm';
import { particulars } from '../../domain/people/particulars.ts';
import { channelNames } from '../../domain/states.ts';
import { joinRequests } from '../devices/join-request-tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { activationKeys } from '../keys/tables.ts';
import { notifications } from '../outbox/tables.ts';

/** Texts in the details of events that say nothing about a person. All other texts are removed. */
const plainDetails = [
  'reset_reason',
  'restart_cause',
  'sleep',
  'firmware_version',
  'muted_until',
  'place',
];

const identifying = Object.entries(particulars).filter(([, { isIdentifying }]) => isIdentifying);

/** The values of an entry of the audit log that name somebody: as text, or in a list. */
const namesWithin = (column: string) =>
  `EXISTS (SELECT 1 FROM json_tree(${column}) v JOIN json_each(?7) named ON v.atom = named.value)`;

const statements = perStore(({ sqlite }) => ({
  // The rest of an event says that something happened to a device, and not to whom.
  events: sqlite.query<{ id: number }, [customerId: number, plain: string, limit: number]>(`
    UPDATE events SET customer_id = NULL, message = NULL,
      details = (
        SELECT nullif(json_group_object(key, CASE type
            WHEN 'true' THEN json('true') WHEN 'false' THEN json('false') ELSE value END), '{}')
        FROM json_each(details)
        WHERE type IN ('integer', 'real', 'true', 'false')
          OR (type = 'text' AND key IN (SELECT value FROM json_each(?2))))
    WHERE id IN (SELECT id FROM events WHERE customer_id = ?1 LIMIT ?3)
    RETURNING id`),
  owned: sqlite.query<{ name: string }, [customerId: number]>(
    'SELECT device_id AS name FROM devices WHERE customer_id = ?',
  ),
  held: sqlite.query<{ name: string }, [customerId: number]>(
    'SELECT key_code AS name FROM activation_keys WHERE customer_id = ?',
  ),
  identifiers: sqlite.query<{ value: string | null }, [customerId: number]>(`
    SELECT phone AS value FROM customers WHERE id = ?1
    ${identifying
      .map(([, { column }]) => `UNION SELECT ${column} FROM customers WHERE id = ?1`)
      .join('\n')}
    UNION SELECT enrolled_phone FROM activation_keys WHERE customer_id = ?1
    UNION SELECT address FROM recipients WHERE customer_id = ?1
    UNION SELECT recipient FROM notifications WHERE customer_id = ?1`),
  pushNames: sqlite.query<{ name: string }, [customerId: number]>(`
    SELECT DISTINCT name FROM recipients
    WHERE customer_id = ? AND channel = 'webpush' AND name IS NOT NULL`),
  formerDevices: sqlite.query<FormerDevice, [customerId: number]>(`
    SELECT d.device_id AS deviceId, e.fromAt, e.toAt FROM devices d JOIN (
      SELECT device_row, min(min(occurred_at, created_at)) AS fromAt,
        max(max(occurred_at, created_at)) AS toAt
      FROM events INDEXED BY events_customer WHERE customer_id = ?1 GROUP BY device_row
    ) e ON e.device_row = d.id WHERE d.customer_id IS NOT ?1`),
  saidOfThem: sqlite.query<
    { actor: string; subject: string; action: string; at: number; before: string; after: string },
    [afterId: number, lastId: number, customerId: number]
  >(`
    SELECT actor, subject, action, at, coalesce(before, '{}') AS before,
      coalesce(after, '{}') AS after
    FROM audit_log WHERE id > ?1 AND id <= ?2 AND (subject = 'customer:' || ?3
      OR ?3 IN (json_extract(before, '$.customerId'), json_extract(after, '$.customerId')))`),
  ofOthers: sqlite.query<
    { value: string },
    [values: string, customerId: number, channels: string]
  >(`
    SELECT j.value FROM json_each(?1) j WHERE
      EXISTS (SELECT 1 FROM customers c WHERE c.phone = j.value AND c.id <> ?2)
      OR EXISTS (SELECT 1 FROM json_each(?3) channels CROSS JOIN recipients r
        ON r.channel = channels.value AND r.address = j.value WHERE r.customer_id <> ?2)`),
  audit: sqlite.query<
    null,
    [
      afterId: number,
      lastId: number,
      customerId: number,
      subjects: string,
      actors: string,
      former: string,
      identifiers: string,
    ]
  >(`
    UPDATE audit_log SET before = NULL, after = NULL,
      address = CASE WHEN actor IN (SELECT value FROM json_each(?5)) THEN NULL ELSE address END,
      -- The address of a recipient is the account of a person in the messenger.
      actor = CASE WHEN actor LIKE 'bot:%' THEN 'bot' ELSE actor END
    WHERE id > ?1 AND id <= ?2
      AND (subject IN (SELECT value FROM json_each(?4))
        OR actor IN (SELECT value FROM json_each(?5) WHERE value NOT LIKE 'device:%')
        OR ?3 IN (json_extract(before, '$.customerId'), json_extract(after, '$.customerId'))
        OR EXISTS (SELECT 1 FROM json_each(?6) f WHERE json_extract(f.value, '$.deviceId') = subject
          AND at BETWEEN json_extract(f.value, '$.fromAt') AND json_extract(f.value, '$.toAt'))
        OR ${namesWithin('before')} OR ${namesWithin('after')})`),
  lastAudit: sqlite.query<{ id: number | null }, []>('SELECT max(id) AS id FROM audit_log'),
  acknowledged: sqlite.query<null, [customerId: number]>(`
    UPDATE outages SET acknowledged_by = NULL
    WHERE customer_id = ? AND acknowledged_by IS NOT NULL`),
  // Messages to others name the site: those to the operator's own addresses, of all sites.
  said: sqlite.query<null, [customerId: number]>(`
    UPDATE notifications SET said = NULL, last_error = NULL
    WHERE id IN (
      SELECT n.id FROM outages o JOIN notifications n ON n.outage_id = o.id WHERE o.customer_id = ?1
      UNION SELECT n.group_id FROM outages o JOIN notifications n ON n.outage_id = o.id
        WHERE o.customer_id = ?1)
      AND (said IS NOT NULL OR last_error IS NOT NULL)`),
  followed: sqlite.query<{ channel: string; address: string }, [customerId: number]>(`
    SELECT r.channel, r.address FROM recipients r LEFT JOIN contacts c ON c.id = r.contact_id
      WHERE r.customer_id = ?1 AND (c.id IS NULL OR c.is_own = 1)
    UNION SELECT 'email', email FROM customers WHERE id = ?1 AND email IS NOT NULL`),
  unfollow: sqlite.query<null, [channel: string, address: string]>(
    'DELETE FROM status_subscriptions WHERE channel = ? AND address = ?',
  ),
  unsaid: sqlite.query<null, [channel: string, address: string]>(
    "DELETE FROM notifications WHERE kind = 'status' AND channel = ? AND recipient = ?",
  ),
}));

/**
 * Removes names, places and networks from up to `limit` of a customer's events.
 * @returns the number of events. Fewer than `limit`: none are left
 */
export function eraseEvents(store: Store, customerId: number, limit: number): number {
  return statements(store).events.all(customerId, JSON.stringify(plainDetails), limit).length;
}

/** The id of the last entry of the audit log. 0: there is none. */
export function lastAuditId(store: Store): number {
  return statements(store).lastAudit.get()?.id ?? 0;
}

/** A board that was the customer's, and from when to when; epoch ms. */
interface FormerDevice {
  readonly deviceId: string;
  readonly fromAt: number;
  readonly toAt: number;
}

/** Names in the audit log that belong to a customer. */
interface AuditNames {
  readonly customerId: number;
  /** Subjects: the customer, their devices, their keys. */
  readonly subjects: Set<string>;
  /** Actors: the customer, their recipients, their devices, their home automation. */
  readonly actors: Set<string>;
  readonly former: FormerDevice[];
  /** Phone numbers and addresses, in entries about anything. */
  readonly identifiers: Set<string>;
}

/** Entries of the audit log, by their row numbers. */
interface AuditRange {
  readonly afterId: number;
  readonly lastId: number;
}

/** Reads a customer's names in the audit log, before anything of the account is erased. */
export function readAuditNames(store: Store, customerId: number): AuditNames {
  const { owned, held, identifiers, pushNames, formerDevices } = statements(store);
  const account = `customer:${customerId}`;
  const devices = owned.all(customerId).map(({ name }) => name);
  const keys = held.all(customerId).map(({ name }) => name);
  const known = identifiers.all(customerId).flatMap(({ value }) => value ?? []);
  return {
    customerId,
    subjects: new Set([account, ...devices, ...keys]),
    actors: new Set([
      account,
      `home:${customerId}`,
      ...pushNames.all(customerId).map(({ name }) => `bot:${name}`),
      ...devices.map((name) => `device:${name}`),
    ]),
    former: formerDevices.all(customerId),
    identifiers: new Set(known),
  };
}

/** Fields of entries that hold a number or an address of the customer whom the entry is about. */
const identifyingFields = ['phone', ...identifying.map(([name]) => name)];

/** Adds what a customer was called earlier: former numbers, chats, keys and boards. */
export function readFormerNames(store: Store, range: AuditRange, names: AuditNames): void {
  const { customerId, subjects, actors, former, identifiers } = names;
  const entries = statements(store).saidOfThem.all(range.afterId, range.lastId, customerId);
  for (const { actor, subject, action, at, ...values } of entries) {
    const [before, after] = [JSON.parse(values.before), JSON.parse(values.after)];
    if (subject === `customer:${customerId}`) {
      if (actor.startsWith('bot:')) {
        actors.add(actor);
        identifiers.add(actor.slice('bot:'.length));
      }
      for (const field of identifyingFields) {
        for (const value of [before[field], after[field]]) {
          if (typeof value === 'string' && value !== '') identifiers.add(value);
        }
      }
    }
    if (before.customerId !== customerId) continue;
    if (typeof before.keyCode === 'string') subjects.add(before.keyCode);
    if (action === 'key.delete') subjects.add(subject);
    if (action.startsWith('device.') && !former.some(({ deviceId }) => deviceId === subject)) {
      former.push({ deviceId: subject, fromAt: before.ownedSince ?? 0, toAt: at });
    }
  }
}

/** Leaves out what is by now somebody else's, such as the number of a customer who was given another. */
export function leaveOthersNames(store: Store, names: AuditNames): void {
  const { identifiers, actors, customerId } = names;
  const asked = JSON.stringify([...identifiers]);
  for (const { value } of statements(store).ofOthers.all(
    asked,
    customerId,
    JSON.stringify(channelNames),
  )) {
    identifiers.delete(value);
    actors.delete(`bot:${value}`);
  }
  for (const value of identifiers) actors.add(`bot:${value}`);
}

/**
 * Removes values before and after, addresses of the person and their boards, and addresses of their recipients from
 * audit entries. What was done, and when, stays.
 */
export function eraseAudit(store: Store, { afterId, lastId }: AuditRange, names: AuditNames): void {
  const { customerId, subjects, actors, former, identifiers } = names;
  const lists = [[...subjects], [...actors], former, [...identifiers]].map((list) =>
    JSON.stringify(list),
  ) as [string, string, string, string];
  statements(store).audit.run(afterId, lastId, customerId, ...lists);
}

/**
 * Erases the rest of an account: who acknowledged, the keys, what its own addresses follow of the public page, and
 * what others were told of its sites. Must run inside a transaction, before the customer's row is deleted.
 */
export function eraseHoldings(store: Store, id: number): void {
  const { acknowledged, said, followed, unfollow, unsaid } = statements(store);
  acknowledged.run(id);
  said.run(id);
  for (const { channel, address } of followed.all(id)) {
    unfollow.run(channel, address);
    unsaid.run(channel, address);
  }
  store.db
    .update(activationKeys)
    .set({ customerId: null, deviceRow: null, enrolledPhone: null, isActive: false, notes: null })
    .where(eq(activationKeys.customerId, id))
    .run();
  const asked = store.db
    .select({ keyCode: joinRequests.keyCode })
    .from(joinRequests)
    .where(eq(joinRequests.customerId, id));
  store.db
    .update(activationKeys)
    .set({ enrolledPhone: null })
    .where(inArray(activationKeys.keyCode, asked))
    .run();
  // Deleting the customer's row would leave notices of their keys.
  store.db.delete(notifications).where(eq(notifications.customerId, id)).run();
}
