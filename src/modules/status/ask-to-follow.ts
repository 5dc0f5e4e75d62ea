import { sendQueued } from '../../actions/engine/follow-up.ts';
import { spendAttempts } from '../../actions/engine/spend-attempts.ts';
import {
  askedOnce,
  type Follower,
  followerName,
  forgetFollower,
  requireStatusArea,
  tooManyFollow,
} from '../../actions/fleet/follow-status.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { mostAreasOfAddress, mostOfAll, mostOfArea } from '../../domain/fleet/status-news.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { countSubscriptions, type Subscription } from '../../store/fleet/status-subscriptions.ts';
import { queueStatusQuestion } from '../../store/outbox/status-news.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';

const windowMs = 86_400_000;
/** Questions, in a day: each goes to somebody who may not want it. All count, whatever came of them. */
const perHousehold: AttemptLimit = { scope: 'follow-household', maxFailures: 10, windowMs };
/** Of somebody who has said yes, and may want more areas. */
const perFollower: AttemptLimit = { ...askedOnce, maxFailures: mostAreasOfAddress };
/** Of those who leave by a call without a ticket. */
const leaving: AttemptLimit = { ...perHousehold, scope: 'unfollow-household' };
const inAll: AttemptLimit = { scope: 'follow-all', maxFailures: 200, windowMs };

const tooMany = 'Too many addresses were tried. Please wait.';

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
    requireStatusArea(store, area);
    const limits = [[perHousehold, householdOf(from)] as const, [inAll, ''] as const];
    spendAttempts(store, limits, tooMany, wallMs);
    const { own, area: ofArea, all } = countSubscriptions(store, subscription);
    if (ofArea >= mostOfArea || all >= mostOfAll) throw tooManyFollow();
    const limit = own > 0 ? perFollower : askedOnce;
    const mailbox = followerName(subscription);
    const isAsked = readAttemptWait(store, limit, mailbox, wallMs) > 0;
    if (!isAsked) queueStatusQuestion(store, subscription, wallMs);
    recordFailedAttempt(store, askedOnce, mailbox, wallMs);
  });
  sendQueued(monitor);
}

/**
 * Ends what a browser follows, for whoever shows its keys: anybody can make some up.
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
    spendAttempts(store, [[leaving, householdOf(from)]], tooMany, wallMs);
    forgetFollower(store, at);
  });
}
