/** Questions to the owner of an account: about keys that ask to join it, and about questioned keys. */
import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { QuestionId } from '../../domain/people/account-news.ts';
import { outages } from '../alerts/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { events } from '../fleet/tables.ts';
import { activationKeys } from '../keys/tables.ts';
import { joinRequests } from './join-request-tables.ts';
import { devices } from './tables.ts';

export type JoinRequestRow = typeof joinRequests.$inferSelect;

const isOpen = isNull(joinRequests.refusedAt);

/** The open request of a key, whichever account it asks. */
export function findOpenRequest(store: Store, keyCode: string): JoinRequestRow | undefined {
  return store.db
    .select()
    .from(joinRequests)
    .where(and(eq(joinRequests.keyCode, keyCode), isOpen))
    .get();
}

/** The accounts that refused a key. */
export function readRefusals(store: Store, keyCode: string): number[] {
  return store.db
    .select({ customerId: joinRequests.customerId })
    .from(joinRequests)
    .where(and(eq(joinRequests.keyCode, keyCode), isNotNull(joinRequests.refusedAt)))
    .all()
    .map(({ customerId }) => customerId);
}

/** The request of a board that is watched without an owner. */
export function findRequestOfDevice(store: Store, deviceRow: number): JoinRequestRow | undefined {
  return store.db
    .select()
    .from(joinRequests)
    .where(and(eq(joinRequests.deviceRow, deviceRow), isOpen))
    .get();
}

/** @returns the id of the new row */
export function insertJoinRequest(
  store: Store,
  request: Omit<typeof joinRequests.$inferInsert, 'id'>,
): number {
  return store.db.insert(joinRequests).values(request).returning({ id: joinRequests.id }).get().id;
}

export function updateJoinRequest(
  store: Store,
  id: number,
  fields: Partial<Pick<JoinRequestRow, 'deviceRow' | 'refusedAt'>>,
): void {
  store.db.update(joinRequests).set(fields).where(eq(joinRequests.id, id)).run();
}

/** Withdraws the request of a key; refusals of it stay. */
export function deleteOpenRequest(store: Store, keyCode: string): void {
  store.db
    .delete(joinRequests)
    .where(and(eq(joinRequests.keyCode, keyCode), isOpen))
    .run();
}

/** Deletes the requests and refusals of a key: the operator has decided. */
export function deleteRequests(store: Store, keyCode: string): void {
  store.db.delete(joinRequests).where(eq(joinRequests.keyCode, keyCode)).run();
}

/** Withdraws the requests of a board that is released. */
export function deleteRequestsOfDevice(store: Store, deviceRow: number): void {
  store.db
    .delete(joinRequests)
    .where(and(eq(joinRequests.deviceRow, deviceRow), isOpen))
    .run();
}

export function countOpenRequests(store: Store, customerId: number): number {
  const row = store.db
    .select({ open: count() })
    .from(joinRequests)
    .where(and(eq(joinRequests.customerId, customerId), isOpen))
    .get();
  return row?.open ?? 0;
}

/** A question that the owner of an account, or the operator, can answer. */
export interface OpenQuestion {
  readonly id: QuestionId;
  readonly kind: 'join' | 'question';
  readonly keyCode: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly phone: string;
  readonly isPhoneProven: boolean;
  readonly deviceRow: number | null;
  readonly deviceId: string | null;
  readonly siteName: string | null;
  readonly deviceType: DeviceType | null;
  /** Epoch ms. */
  readonly askedAt: number;
}

type QuestionRow = Omit<OpenQuestion, 'isPhoneProven'> & { readonly isPhoneProven: number };

/**
 * SQL: whether answers of an account `c` come from the owner of its phone number. An account with only
 * typed keys may be a stranger's who came first, to a number that the operator wrote down.
 */
export const isOwnersWord = `(c.phone_proven_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM activation_keys t WHERE t.customer_id = c.id AND t.standing = 'typed'))`;

const questionColumns = `c.id AS customerId, c.name AS customerName, c.phone,
  ${isOwnersWord} AS isPhoneProven, d.id AS deviceRow, d.device_id AS deviceId,
  d.site_name AS siteName, d.device_type AS deviceType`;

/**
 * The open questions. Of the rows `j` and `k`, only what `joins` and `questioned` name is read, at most
 * as many of each as are wanted, requests in the order in which they came.
 */
const selectQuestions = (joins: string, questioned: string) => `
  SELECT 'j' || j.id AS id, 'join' AS kind, j.key_code AS keyCode, j.asked_at AS askedAt,
    ${questionColumns}
  FROM (SELECT * FROM join_requests j
    WHERE j.refused_at IS NULL AND ${joins} ORDER BY j.id LIMIT ?2) j
  JOIN customers c ON c.id = j.customer_id
  LEFT JOIN devices d ON d.id = j.device_row
    AND (d.customer_id IS NULL OR d.customer_id = j.customer_id)
  UNION ALL
  SELECT 'k' || k.ref, 'question', k.key_code, coalesce(k.activated_at, k.created_at),
    ${questionColumns}
  FROM (SELECT * FROM activation_keys k
    WHERE k.standing = 'questioned' AND ${questioned} LIMIT ?2) k
  JOIN customers c ON c.id = k.customer_id
  LEFT JOIN devices d ON d.id = k.device_row AND d.customer_id = k.customer_id
  ORDER BY askedAt, id LIMIT ?2`;

type QuestionQuery = [which: number | string | null, limit: number];

const questions = perStore(({ sqlite }) => {
  const query = (joins: string, questioned: string) =>
    sqlite.query<QuestionRow, QuestionQuery>(selectQuestions(joins, questioned));
  return {
    all: query('j.id > 0 AND ?1 IS NULL', '?1 IS NULL'),
    ofCustomer: query('j.customer_id = ?1', 'k.customer_id = ?1'),
    byId: query(
      "?1 LIKE 'j%' AND j.id = CAST(substr(?1, 2) AS INTEGER)",
      "?1 LIKE 'k%' AND k.ref = substr(?1, 2) AND k.ref <> ''",
    ),
  };
});

/** A page shows this many; at most twenty ask to join one account. */
const maxQuestions = 200;

/**
 * The open questions, oldest first.
 * @param customerId null: of every account
 */
export function readOpenQuestions(store: Store, customerId: number | null): OpenQuestion[] {
  const { all, ofCustomer } = questions(store);
  const rows =
    customerId === null ? all.all(null, maxQuestions) : ofCustomer.all(customerId, maxQuestions);
  return rows.map(toQuestion);
}

/** @param customerId null: of any account */
export function findOpenQuestion(
  store: Store,
  customerId: number | null,
  id: string,
): OpenQuestion | undefined {
  const row = questions(store).byId.get(id, 1);
  const isTheirs = customerId === null || row?.customerId === customerId;
  // The number must be written exactly so: `j012` is none.
  return row === null || row.id !== id || !isTheirs ? undefined : toQuestion(row);
}

function toQuestion(row: QuestionRow): OpenQuestion {
  return { ...row, isPhoneProven: row.isPhoneProven === 1 };
}

const emptiness = perStore((store) =>
  store.sqlite.query<{ isEmpty: number }, [customerId: number]>(`
    SELECT NOT EXISTS (SELECT 1 FROM activation_keys WHERE customer_id = ?1)
      AND NOT EXISTS (SELECT 1 FROM devices WHERE customer_id = ?1)
      AND NOT EXISTS (SELECT 1 FROM recipients WHERE customer_id = ?1) AS isEmpty`),
);

/** Whether an account has neither key nor device nor recipient, so that nothing needs protection. */
export function isEmptyAccount(store: Store, customerId: number): boolean {
  return emptiness(store).get(customerId)?.isEmpty === 1;
}

const vouched = perStore((store) =>
  store.sqlite.query<{ isVouched: number }, [customerId: number]>(
    `SELECT ${isOwnersWord} AS isVouched FROM customers c WHERE c.id = ?`,
  ),
);

/**
 * Whether somebody has confirmed that an account is its phone owner's, or nothing in it could be a
 * stranger's.
 */
export function isVouchedFor(store: Store, customerId: number): boolean {
  return vouched(store).get(customerId)?.isVouched === 1 || isEmptyAccount(store, customerId);
}

/**
 * Gives what a board has reported without an owner since it was enrolled to its owner.
 * @param since epoch ms; what was stored earlier is not touched
 */
export function claimHistory(
  store: Store,
  deviceRow: number,
  customerId: number,
  since: number,
): void {
  store.db
    .update(events)
    .set({ customerId })
    .where(
      and(
        eq(events.deviceRow, deviceRow),
        isNull(events.customerId),
        // Roll-ups are theirs through the device. Written as in the index of the others.
        sql`${events.eventType} <> 'HEARTBEAT'`,
        sql`${events.createdAt} >= ${since}`,
      ),
    )
    .run();
  store.db
    .update(outages)
    .set({ customerId })
    .where(
      and(
        eq(outages.deviceRow, deviceRow),
        isNull(outages.customerId),
        sql`${outages.detectedAt} >= ${since}`,
      ),
    )
    .run();
}

/** Reports of a board that never belonged to the account get no owner. */
export function disownHistory(store: Store, deviceRow: number, customerId: number): void {
  for (const table of [events, outages]) {
    store.db
      .update(table)
      .set({ customerId: null })
      .where(and(eq(table.deviceRow, deviceRow), eq(table.customerId, customerId)))
      .run();
  }
}

/**
 * Marks the customer's keys that nobody has vouched for as questioned.
 * @returns their number
 */
export function questionTypedKeys(store: Store, customerId: number): number {
  return store.db
    .update(activationKeys)
    .set({ standing: 'questioned' })
    .where(and(eq(activationKeys.customerId, customerId), eq(activationKeys.standing, 'typed')))
    .returning({ keyCode: activationKeys.keyCode })
    .all().length;
}

/**
 * The operator vouches for a customer's keys as they are.
 * @returns how many were not vouched for before
 */
export function vouchForTypedKeys(store: Store, customerId: number): number {
  return store.db
    .update(activationKeys)
    .set({ standing: 'vouched' })
    .where(and(eq(activationKeys.customerId, customerId), eq(activationKeys.standing, 'typed')))
    .returning({ keyCode: activationKeys.keyCode })
    .all().length;
}

/** Codes of the keys that serve a device and belong to its owner. */
export function readServingKeys(store: Store, deviceRow: number): string[] {
  return store.db
    .select({ keyCode: activationKeys.keyCode })
    .from(activationKeys)
    .innerJoin(devices, eq(devices.id, activationKeys.deviceRow))
    .where(
      and(
        eq(activationKeys.deviceRow, deviceRow),
        eq(activationKeys.customerId, devices.customerId),
      ),
    )
    .all()
    .map(({ keyCode }) => keyCode);
}
