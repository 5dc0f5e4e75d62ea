/** Removes a person from rows that are kept, in steps, since an account may have many. */
import { eq, inArray } from 'drizzle-orm';
import { joinRequests } from '../devices/join-request-tables.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { activationKeys } from '../keys/tables.ts';
import { notifications } from '../outbox/tables.ts';

const statements = perStore(({ sqlite }) => ({
  // The rest of an event says that something happened to a device, and not to whom.
  events: sqlite.query<{ id: number }, [customerId: number, limit: number]>(`
    UPDATE events SET customer_id = NULL, message = NULL,
      details = CASE WHEN details IS NULL THEN NULL
        ELSE json_remove(details, '$.ssid', '$.by', '$.customer_name', '$.site_name', '$.site_address')
        END
    WHERE id IN (SELECT id FROM events WHERE customer_id = ? LIMIT ?)
    RETURNING id`),
  audit: sqlite.query<
    { id: number },
    [afterId: number, lastId: number, customerId: number, subjects: string, actors: string]
  >(`
    UPDATE audit_log SET before = NULL, after = NULL,
      address = CASE WHEN actor IN (SELECT value FROM json_each(?5)) THEN NULL ELSE address END,
      -- The address of a recipient is the account of a person in the messenger.
      actor = CASE WHEN actor LIKE 'bot:%' THEN 'bot' ELSE actor END
    WHERE id > ?1 AND id <= ?2
      AND (subject IN (SELECT value FROM json_each(?4))
        OR actor IN (SELECT value FROM json_each(?5) WHERE value NOT LIKE 'device:%')
        OR ?3 IN (json_extract(before, '$.customerId'), json_extract(after, '$.customerId')))
    RETURNING id`),
  recipients: sqlite.query<{ address: string }, [customerId: number]>(`
    SELECT address FROM recipients WHERE customer_id = ?1
    UNION SELECT recipient FROM notifications n WHERE customer_id = ?1 AND NOT EXISTS (
      SELECT 1 FROM recipients r WHERE r.channel = n.channel AND r.address = n.recipient
        AND r.customer_id <> ?1)`),
  lastAudit: sqlite.query<{ id: number | null }, []>('SELECT max(id) AS id FROM audit_log'),
  acknowledged: sqlite.query<null, [customerId: number]>(`
    UPDATE outages SET acknowledged_by = NULL
    WHERE customer_id = ? AND acknowledged_by IS NOT NULL`),
}));

/**
 * Removes names, places and networks from up to `limit` of a customer's events.
 * @returns the number of events. Fewer than `limit`: none are left
 */
export function eraseEvents(store: Store, customerId: number, limit: number): number {
  return statements(store).events.all(customerId, limit).length;
}

/** The id of the last entry of the audit log. 0: there is none. */
export function lastAuditId(store: Store): number {
  return statements(store).lastAudit.get()?.id ?? 0;
}

/** Names in the audit log that belong to a customer. */
export interface AuditNames {
  readonly customerId: number;
  /** Subjects: the customer, their devices, their keys. */
  readonly subjects: readonly string[];
  /** Actors: the customer, their recipients, their devices. */
  readonly actors: readonly string[];
}

/** Reads a customer's names in the audit log, before anything of the account is erased. */
export function readAuditNames(store: Store, customerId: number): AuditNames {
  const owned = store.db
    .select({ name: devices.deviceId })
    .from(devices)
    .where(eq(devices.customerId, customerId))
    .all();
  const held = store.db
    .select({ name: activationKeys.keyCode })
    .from(activationKeys)
    .where(eq(activationKeys.customerId, customerId))
    .all();
  const account = `customer:${customerId}`;
  return {
    customerId,
    subjects: [account, ...[...owned, ...held].map(({ name }) => name)],
    actors: [
      account,
      ...statements(store)
        .recipients.all(customerId)
        .map(({ address }) => `bot:${address}`),
      ...owned.map(({ name }) => `device:${name}`),
    ],
  };
}

/**
 * Removes values before and after, addresses of the person and their boards, and addresses of their recipients from
 * audit entries above `afterId` and up to `lastId`. What was done, and when, stays.
 */
export function eraseAudit(
  store: Store,
  range: { readonly afterId: number; readonly lastId: number },
  { customerId, subjects, actors }: AuditNames,
): void {
  const names = [JSON.stringify(subjects), JSON.stringify(actors)] as const;
  statements(store).audit.all(range.afterId, range.lastId, customerId, ...names);
}

/**
 * Erases the rest of an account: who acknowledged, and the keys. Must run inside a transaction, before the
 * customer's row is deleted.
 */
export function eraseHoldings(store: Store, id: number): void {
  statements(store).acknowledged.run(id);
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
