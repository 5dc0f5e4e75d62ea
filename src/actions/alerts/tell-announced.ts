import type { Instant } from '../../domain/instant.ts';
import type { AccountNews } from '../../domain/people/account-news.ts';
import {
  type ListedTime,
  listUntold,
  updatePlannedTime,
} from '../../store/alerts/planned-times.ts';
import { queueAnnounced } from '../../store/outbox/account-news.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

/** Announced outages that are told in one go. */
const mostAtOnce = 100;

/** Tells of the announced outages whose time to be told has come. */
export function tellDueAnnouncements(monitor: Monitor, now: Instant): void {
  const untold = listUntold(monitor.store, now.wallMs, mostAtOnce);
  if (untold.length === 0) return;
  monitor.store.transaction(() => {
    for (const planned of untold) tellAnnounced(monitor, planned, now);
  });
  sendQueued(monitor);
}

/**
 * Queues the word of an announced outage for the owners of its sites, once it is due. Must run inside a
 * transaction, and be followed up.
 */
export function tellAnnounced(monitor: Monitor, planned: ListedTime, now: Instant): void {
  if (planned.tellAt === null || planned.tellAt > now.wallMs) return;
  // A server that was off when it was due has nothing to announce any more.
  if (planned.endsAt > now.wallMs) tellOwners(monitor, planned, 'announced', now);
  updatePlannedTime(monitor.store, planned.id, { tellAt: null });
}

/** Tells whoever was told of an announced outage to come that it was taken back. */
export function tellTakenBack(monitor: Monitor, planned: ListedTime, now: Instant): void {
  const wasTold = planned.kind === 'announced' && planned.tellAt === null;
  if (wasTold && planned.endsAt > now.wallMs) tellOwners(monitor, planned, 'called-off', now);
}

/** Of each owner the sites that are theirs. */
function tellOwners(
  { store, channels }: Pick<Monitor, 'store' | 'channels'>,
  planned: ListedTime,
  type: Extract<AccountNews, { readonly planned: number }>['type'],
  now: Instant,
): void {
  const { id, startsAt: from, endsAt: to } = planned;
  for (const owner of ownersOf(planned)) {
    const sites = planned.sites?.filter((site) => site.customerId === owner) ?? null;
    queueAnnounced(store, owner, { type, planned: id, from, to }, sites, channels, now.wallMs);
  }
}

export function ownersOf({ customerId, sites }: ListedTime): ReadonlySet<number> {
  if (customerId !== null) return new Set([customerId]);
  return new Set(sites?.flatMap((site) => site.customerId ?? []));
}
