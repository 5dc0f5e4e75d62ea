import { AppError } from '../../domain/errors.ts';
import { mostAreasOfAddress, mostOfAll, mostOfArea } from '../../domain/fleet/status-news.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { mailboxOf } from '../../domain/people/mailbox-of.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  countSubscriptions,
  deleteSubscriptions,
  insertSubscription,
  isStatusAreaShown,
  type Subscription,
} from '../../store/fleet/status-subscriptions.ts';
import { forgetStatusNews, queueStatusQuestion } from '../../store/outbox/status-news.ts';
import {
  type AttemptLimit,
  forgetAttempts,
  readAttemptWait,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';
import { sendQueued } from '../engine/follow-up.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';

const dayMs = 86_400_000;

/** Questions, in a day: each goes to somebody who may not want it. All count, whatever came of them. */
const perHousehold: AttemptLimit = { scope: 'follow-household', maxFailures: 10, windowMs: dayMs };
const perAddress: AttemptLimit = { scope: 'follow-address', maxFailures: 1, windowMs: dayMs };
/** Of somebody who has said yes, and may want more areas. */
const perFollower: AttemptLimit = { ...perAddress, maxFailures: mostAreasOfAddress };
/** Of those who leave by a call without a ticket. */
const leaving: AttemptLimit = { ...perHousehold, scope: 'unfollow-household' };
const inAll: AttemptLimit = { scope: 'follow-all', maxFailures: 200, windowMs: dayMs };

/**
 * Asks an address, once a day, whether it will follow an area of the public page. Nothing else is sent there
 * until somebody says yes. Whoever asks learns nothing of the address: neither whether it follows the area
 * already, nor whether somebody else asked it today.
 * @param from network address of whoever asks
 * @throws AppError NOT_FOUND when the area is not shown, RATE_LIMITED, CONFLICT when too many follow
 */
export function askToFollow(
  monitor: Monitor,
  subscription: Subscription,
  from: string,
  now: Instant,
): void {
  const { store } = monitor;
  const { area } = subscription;
  const { wallMs } = now;
  store.transaction(() => {
    requireArea(store, area);
    const limits = [[perHousehold, householdOf(from)] as const, [inAll, ''] as const];
    spendAttempts(store, limits, tooMany, wallMs);
    const { own, area: ofArea, all } = countSubscriptions(store, subscription);
    if (ofArea >= mostOfArea || all >= mostOfAll) throw full();
    const limit = own > 0 ? perFollower : perAddress;
    const mailbox = nameOf(subscription);
    const isAsked = readAttemptWait(store, limit, mailbox, wallMs) > 0;
    if (!isAsked) queueStatusQuestion(store, subscription, wallMs);
    recordFailedAttempt(store, perAddress, mailbox, wallMs);
  });
  sendQueued(monitor);
}

/**
 * Follows an area that the address itself said yes to.
 * @throws AppError NOT_FOUND when the area is shown no longer, CONFLICT when too many follow
 */
export function followStatus({ store }: Pick<Monitor, 'store'>, subscription: Subscription): void {
  store.transaction(() => {
    requireArea(store, subscription.area);
    insertSubscription(store, subscription);
    const { own, area, all } = countSubscriptions(store, subscription);
    if (own > mostAreasOfAddress || area > mostOfArea || all > mostOfAll) throw full();
  });
}

type Follower = Pick<Subscription, 'channel' | 'address'>;

/** Ends all that an address follows, and keeps nothing of it. */
export function unfollowStatus({ store }: Pick<Monitor, 'store'>, at: Follower): void {
  store.transaction(() => forgetFollower(store, at));
}

/**
 * The same for whoever shows a browser's keys: anybody can make some up.
 * @param from network address
 * @throws AppError RATE_LIMITED
 */
export function unfollowByKeys(
  { store }: Pick<Monitor, 'store'>,
  at: Follower,
  from: string,
  { wallMs }: Instant,
): void {
  store.transaction(() => {
    const household = householdOf(from);
    spendAttempts(store, [[leaving, household]], tooMany, wallMs);
    forgetFollower(store, at);
  });
}

/** Inside a transaction. */
function forgetFollower(store: Store, at: Follower): void {
  forgetStatusNews(store, at.channel, at.address);
  // Who had said yes may come back on the same day.
  const isLeaving = deleteSubscriptions(store, at) > 0;
  if (isLeaving) forgetAttempts(store, perAddress.scope, nameOf(at));
}

function nameOf({ channel, address }: Follower): string {
  return `${channel}:${mailboxOf(address)}`;
}

function requireArea(store: Store, area: string): void {
  if (!isStatusAreaShown(store, area)) {
    throw new AppError('NOT_FOUND', 'The public page does not show this area.');
  }
}

const tooMany = 'Too many addresses were tried. Please wait.';

function full(): AppError {
  return new AppError('CONFLICT', 'No more addresses can follow this.');
}
