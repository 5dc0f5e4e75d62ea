import { AppError } from '../../domain/errors.ts';
import { mostAreasOfAddress, mostOfAll, mostOfArea } from '../../domain/fleet/status-news.ts';
import { mailboxOf } from '../../domain/people/mailbox-of.ts';
import type { Store } from '../../store/engine/open.ts';
import { markDeleted } from '../../store/engine/sweep-file.ts';
import {
  countSubscriptions,
  deleteSubscriptions,
  insertSubscription,
  isStatusAreaShown,
  type Subscription,
} from '../../store/fleet/status-subscriptions.ts';
import { forgetStatusNews } from '../../store/outbox/status-news.ts';
import { type AttemptLimit, forgetAttempts } from '../../store/people/attempt-limits.ts';
import type { Monitor } from '../monitor.ts';

/** Questions to an address that follows nothing, in a day. */
export const askedOnce: AttemptLimit = {
  ...{ scope: 'follow-address', maxFailures: 1 },
  windowMs: 86_400_000,
};

/**
 * Follows an area that the address itself said yes to.
 * @throws AppError NOT_FOUND when the area is shown no longer, CONFLICT when too many follow
 */
export function followStatus({ store }: Pick<Monitor, 'store'>, subscription: Subscription): void {
  store.transaction(() => {
    requireStatusArea(store, subscription.area);
    insertSubscription(store, subscription);
    const { own, area, all } = countSubscriptions(store, subscription);
    if (own > mostAreasOfAddress || area > mostOfArea || all > mostOfAll) throw tooManyFollow();
  });
}

export type Follower = Pick<Subscription, 'channel' | 'address'>;

/** Ends all that an address follows, and keeps nothing of it. */
export function unfollowStatus({ store }: Pick<Monitor, 'store'>, at: Follower): void {
  store.transaction(() => forgetFollower(store, at));
}

/** Inside a transaction. */
export function forgetFollower(store: Store, at: Follower): void {
  const messages = forgetStatusNews(store, at.channel, at.address);
  // Who had said yes may come back on the same day.
  const isLeaving = deleteSubscriptions(store, at) > 0;
  if (isLeaving) forgetAttempts(store, askedOnce.scope, followerName(at));
  // Whoever names an address that nobody follows has nothing overwritten.
  if (isLeaving || messages > 0) markDeleted(store);
}

/** As limits know an address: a mailbox counts once, however it is written. */
export function followerName({ channel, address }: Follower): string {
  return `${channel}:${mailboxOf(address)}`;
}

/** @throws AppError NOT_FOUND */
export function requireStatusArea(store: Store, area: string): void {
  if (!isStatusAreaShown(store, area)) {
    throw new AppError('NOT_FOUND', 'The public page does not show this area.');
  }
}

export function tooManyFollow(): AppError {
  return new AppError('CONFLICT', 'No more addresses can follow this.');
}
