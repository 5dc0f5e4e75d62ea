import { asc, eq } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { Language } from '../../domain/states.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { perStore, type Store } from '../engine/open.ts';
import { dropNotificationsFor } from '../outbox/alert-schedule.ts';
import { operatorRecipients } from './tables.ts';

export type OperatorRecipientRow = typeof operatorRecipients.$inferSelect;

/** In the order in which they were added. */
export function readOperatorRecipients(store: Store): OperatorRecipientRow[] {
  return store.db.select().from(operatorRecipients).orderBy(asc(operatorRecipients.id)).all();
}

const toldOfAllSites = perStore(({ sqlite }) =>
  sqlite.query<OperatorAddress & { readonly language: Language }, []>(`
    SELECT channel, address, language FROM operator_recipients
    WHERE is_for_all_sites = 1 AND unreachable_at IS NULL`),
);

/** The programs of the operator that are told of every customer's sites. */
export function readToldOfAllSites(
  store: Store,
  channels: ChannelsInUse,
): (OperatorAddress & { readonly language: Language })[] {
  return toldOfAllSites(store)
    .all()
    .filter(({ channel }) => channels.has(channel));
}

export function findOperatorRecipient(store: Store, id: number): OperatorRecipientRow | undefined {
  return store.db.select().from(operatorRecipients).where(eq(operatorRecipients.id, id)).get();
}

/** @returns undefined: the address is there already */
export function insertOperatorRecipient(
  store: Store,
  recipient: OperatorAddress & { readonly language: Language; readonly isForAllSites: boolean },
  nowMs: number,
): OperatorRecipientRow | undefined {
  return store.db
    .insert(operatorRecipients)
    .values({ ...recipient, createdAt: nowMs })
    .onConflictDoNothing()
    .returning()
    .get();
}

/** Deletes a recipient; what waits for it is dropped. */
export function deleteOperatorRecipient(store: Store, { id, ...at }: OperatorRecipientRow): void {
  store.db.delete(operatorRecipients).where(eq(operatorRecipients.id, id)).run();
  dropNotificationsFor(store, { ...at, customerId: null }, 'the recipient was removed');
}

/** Marks a recipient as reachable again. */
export function clearOperatorUnreachable(store: Store, id: number): void {
  store.db
    .update(operatorRecipients)
    .set({ unreachableAt: null, unreachableReason: null })
    .where(eq(operatorRecipients.id, id))
    .run();
}
