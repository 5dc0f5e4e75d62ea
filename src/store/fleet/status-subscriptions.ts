/** Who follows an area of the public page, and which sites count for it: what ends works without what shows them. */
import { and, count, eq } from 'drizzle-orm';
import type { ChannelName } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { statusAreas, statusMembers, statusSubscriptions } from './tables.ts';

export type Subscription = typeof statusSubscriptions.$inferSelect;

/** A number of subscriptions. */
interface SubscriptionCounts {
  /** Of the address. */
  readonly own: number;
  /** Of the area. */
  readonly area: number;
  readonly all: number;
}

const statements = perStore(({ sqlite }) => ({
  count: sqlite.query<SubscriptionCounts, [channel: string, address: string, area: string]>(`
    SELECT (SELECT count(*) FROM status_subscriptions WHERE channel = ?1 AND address = ?2) AS own,
      (SELECT count(*) FROM status_subscriptions WHERE area = ?3) AS area,
      (SELECT count(*) FROM status_subscriptions) AS "all"`),
}));

export function isStatusAreaShown(store: Store, area: string): boolean {
  const found = store.db.select().from(statusAreas).where(eq(statusAreas.area, area)).get();
  return found !== undefined;
}

export function countSubscriptions(
  store: Store,
  { channel, address, area }: Subscription,
): SubscriptionCounts {
  return statements(store).count.get(channel, address, area) ?? { own: 0, area: 0, all: 0 };
}

/** Whether an address follows any area. */
export function isFollower(
  store: Store,
  { channel, address }: Pick<Subscription, 'channel' | 'address'>,
): boolean {
  const found = store.db
    .select()
    .from(statusSubscriptions)
    .where(ofAddress(channel, address))
    .get();
  return found !== undefined;
}

/** How many there are on each channel. */
export function countByChannel(
  store: Store,
): { readonly channel: ChannelName; readonly subscriptions: number }[] {
  const { channel } = statusSubscriptions;
  return store.db
    .select({ channel, subscriptions: count() })
    .from(statusSubscriptions)
    .groupBy(channel)
    .all();
}

export function insertSubscription(store: Store, subscription: Subscription): void {
  store.db.insert(statusSubscriptions).values(subscription).onConflictDoNothing().run();
}

/** Ends all that an address follows. @returns how many areas those were */
export function deleteSubscriptions(
  store: Store,
  { channel, address }: Pick<Subscription, 'channel' | 'address'>,
): number {
  const where = ofAddress(channel, address);
  return store.db.delete(statusSubscriptions).where(where).returning().all().length;
}

export function hasSubscriptions(store: Store): boolean {
  return store.db.select().from(statusSubscriptions).limit(1).get() !== undefined;
}

export function deleteAllSubscriptions(store: Store): void {
  store.db.delete(statusSubscriptions).run();
}

/** A device that changes its owner counts for the public page no longer, at once. */
export function endStatusMembership(store: Store, deviceRow: number): void {
  store.db.delete(statusMembers).where(eq(statusMembers.deviceRow, deviceRow)).run();
}

function ofAddress(channel: ChannelName, address: string) {
  return and(eq(statusSubscriptions.channel, channel), eq(statusSubscriptions.address, address));
}
