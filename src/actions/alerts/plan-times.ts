import type { PlannedKind } from '../../domain/alerts/planned-time.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { momentOf, shownAt } from '../../domain/local-days.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  countPlannedTimes,
  endPlannedTime,
  findPlannedTime,
  findSites,
  insertPlannedTime,
  type ListedTime,
} from '../../store/alerts/planned-times.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { replanOutages } from './resume-alerts.ts';

export interface WantedTime {
  readonly kind: PlannedKind;
  readonly note: string;
  /** Epoch ms. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isWeekly: boolean;
  /** Null: all sites of the customer. */
  readonly deviceIds: readonly string[] | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long one may be; a weekly one must be over before it comes again. */
const longestMs = 7 * dayMs;
/** When people are told of an outage that is announced for the next day. */
const tellHour = 18;
/** Of one customer, or of the operator: not over, or planned within the last day. */
const mostPlanned = { own: 100, operators: 1_000 };

/**
 * Plans a time in which power is off: an owner's maintenance, or an announced outage. Of an announced
 * one, the owners of its sites are told on the day before.
 * @param customerId whose sites; null: the operator's word for the sites named
 * @throws AppError NOT_FOUND when a device is not there, or not theirs; VALIDATION when it is over already,
 *   or too long; CONFLICT when there are as many as there may be
 */
export function planTime(
  monitor: Monitor,
  customerId: number | null,
  wanted: WantedTime,
  timezone: string,
  actor: Actor,
  now: Instant,
): ListedTime {
  const { store } = monitor;
  const { deviceIds, ...time } = wanted;
  if (time.endsAt <= time.startsAt || time.endsAt <= now.wallMs) {
    throw new AppError('VALIDATION', 'It must end later than it begins, and later than now.');
  }
  if (time.endsAt - time.startsAt >= longestMs) {
    throw new AppError('VALIDATION', 'It must be shorter than seven days.');
  }
  const planned = store.transaction(() => {
    const most = mostPlanned[customerId === null ? 'operators' : 'own'];
    const period = { since: now.wallMs - dayMs, now: now.wallMs };
    if (countPlannedTimes(store, customerId, period) >= most) {
      throw new AppError('CONFLICT', `There are ${most} planned times already.`);
    }
    const sites = deviceIds === null ? null : getSites(store, customerId, deviceIds);
    const rows = sites?.map(({ row }) => row) ?? null;
    const id = insertPlannedTime(store, { ...time, customerId, createdAt: now.wallMs }, rows);
    const found = findPlannedTime(store, id, customerId);
    if (found === undefined) throw new Error('a planned time just inserted is not there');
    if (time.kind === 'announced') announce(store, found, timezone, now);
    const entry = { actor, action: 'planned-time.add', subject: `planned-time:${id}` };
    writeAudit(store, { ...entry, after: { ...describe(found), customerId } }, now.wallMs);
    return found;
  });
  followUp(monitor, now, []);
  return planned;
}

/**
 * Takes a planned time back. What nobody was told of because of it is told now.
 * @throws AppError NOT_FOUND
 */
export function cancelPlannedTime(
  monitor: Monitor,
  customerId: number | null,
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => {
    const found = findPlannedTime(store, id, customerId);
    if (found === undefined || found.endedAt !== null) {
      throw new AppError('NOT_FOUND', 'There is no such planned time.');
    }
    endPlannedTime(store, found, now.wallMs);
    for (const owner of ownersOf(found)) replanOutages(monitor, owner, now);
    const entry = { actor, action: 'planned-time.cancel', subject: `planned-time:${id}` };
    writeAudit(store, { ...entry, before: { ...describe(found), customerId } }, now.wallMs);
  });
  followUp(monitor, now, []);
}

function getSites(
  store: Monitor['store'],
  customerId: number | null,
  deviceIds: readonly string[],
): ReturnType<typeof findSites> {
  const found = findSites(store, deviceIds).filter(
    (site) => customerId === null || site.customerId === customerId,
  );
  if (found.length < new Set(deviceIds).size) {
    throw new AppError('NOT_FOUND', 'There is no such device.');
  }
  return found;
}

function ownersOf({ customerId, sites }: ListedTime): ReadonlySet<number> {
  if (customerId !== null) return new Set([customerId]);
  return new Set(sites?.flatMap((site) => site.customerId ?? []));
}

/** Queues the word for the owners, each of their own sites. */
function announce(
  store: Monitor['store'],
  planned: ListedTime,
  timezone: string,
  now: Instant,
): void {
  const { id, startsAt, endsAt } = planned;
  const day = Math.floor(shownAt(startsAt, timezone) / dayMs) * dayMs;
  const dueAt = Math.max(now.wallMs, momentOf(day - dayMs + tellHour * hourMs, timezone));
  for (const owner of ownersOf(planned)) {
    const theirs = planned.sites?.filter((site) => site.customerId === owner) ?? [];
    const sites = theirs.map(({ siteName }) => siteName);
    const news = { type: 'announced', planned: id, sites, from: startsAt, to: endsAt } as const;
    queueNews(store, owner, news, now.wallMs, undefined, dueAt);
  }
}

/** As the audit log has it. */
function describe({ kind, note, startsAt, endsAt, isWeekly, sites }: ListedTime) {
  return {
    ...{ kind, note, isWeekly },
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    sites: sites?.map(({ deviceId }) => deviceId).join(', ') ?? 'all',
  };
}
