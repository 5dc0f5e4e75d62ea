import { type PlannedKind, tellAtOf } from '../../domain/alerts/planned-time.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { isLeftUnread } from '../../store/alerts/outage-calendars.ts';
import {
  countPlannedTimes,
  endPlannedTime,
  findPlannedTime,
  findSites,
  insertPlannedTime,
  type ListedTime,
} from '../../store/alerts/planned-times.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { replanOutages } from './resume-alerts.ts';
import { ownersOf, tellAnnounced, tellTakenBack } from './tell-announced.ts';

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

const dayMs = 86_400_000;
/** The longest planned time; a weekly one must be over before it comes again. */
const longestMs = 7 * dayMs;
/** The most planned times of one customer, and of the operator, that are not over or were planned within the last day. */
const mostPlanned = { own: 100, operators: 1_000 };

/** The fault of its beginning and end. Null: none. */
export function faultOfTimes(
  { startsAt, endsAt }: Pick<WantedTime, 'startsAt' | 'endsAt'>,
  now: Instant,
): 'plannedBackwards' | 'plannedOver' | 'plannedTooLong' | null {
  if (endsAt <= startsAt) return 'plannedBackwards';
  if (endsAt <= now.wallMs) return 'plannedOver';
  return endsAt - startsAt >= longestMs ? 'plannedTooLong' : null;
}

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
  const [planned] = planTimes(monitor, customerId, [wanted], timezone, actor, now);
  if (planned === undefined) throw new Error('a planned time just inserted is not there');
  return planned;
}

/** Plans several times, all or none; throws as `planTime` does. */
export function planTimes(
  monitor: Monitor,
  customerId: number | null,
  wanted: readonly WantedTime[],
  timezone: string,
  actor: Actor,
  now: Instant,
): ListedTime[] {
  const planned = monitor.store.transaction(() =>
    wanted.map((time) => plan(monitor, customerId, time, timezone, actor, now)),
  );
  sendQueued(monitor);
  return planned;
}

function plan(
  monitor: Monitor,
  customerId: number | null,
  { deviceIds, ...time }: WantedTime,
  timezone: string,
  actor: Actor,
  now: Instant,
): ListedTime {
  const { store } = monitor;
  const fault = faultOfTimes(time, now);
  if (fault !== null) throw new AppError('VALIDATION', refusals[fault]);
  const most = mostPlanned[customerId === null ? 'operators' : 'own'];
  const period = { since: now.wallMs - dayMs, now: now.wallMs };
  if (countPlannedTimes(store, customerId, period) >= most) {
    throw new AppError('CONFLICT', refusals.plannedEnough);
  }
  const sites = deviceIds === null ? null : getSites(store, customerId, deviceIds);
  const { id } = insertPlannedTime(
    store,
    {
      ...time,
      customerId,
      calendarId: null,
      externalId: null,
      createdAt: now.wallMs,
      isForChosenSites: sites !== null,
      tellAt: time.kind === 'announced' ? tellAtOf(time.startsAt, now.wallMs, timezone) : null,
    },
    sites?.map(({ row }) => row) ?? [],
  );
  const found = findPlannedTime(store, id, customerId);
  if (found === undefined) throw new Error('a planned time just inserted is not there');
  tellAnnounced(monitor, found, now);
  const entry = { actor, action: 'planned-time.add', subject: `planned-time:${id}` };
  writeAudit(store, { ...entry, after: { ...describe(found), customerId } }, now.wallMs);
  return found;
}

/**
 * Takes a planned time back. Losses that it kept from being told are told now, and whoever was told of the
 * announced outage hears that it was taken back.
 * @throws AppError NOT_FOUND, CONFLICT when a calendar that is read would bring it back
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
    const { calendarId } = found;
    if (calendarId !== null && !isLeftUnread(store, calendarId, now.wallMs)) {
      throw new AppError('CONFLICT', refusals.plannedImported);
    }
    takeBack(monitor, found, now);
    const entry = { actor, action: 'planned-time.cancel', subject: `planned-time:${id}` };
    writeAudit(store, { ...entry, before: { ...describe(found), customerId } }, now.wallMs);
  });
  sendQueued(monitor);
}

/** Ends a planned time. Must run inside a transaction, and be followed up. */
export function takeBack(monitor: Monitor, planned: ListedTime, now: Instant): void {
  tellTakenBack(monitor, planned, now);
  endPlannedTime(monitor.store, planned, now.wallMs);
  for (const owner of ownersOf(planned)) replanOutages(monitor, owner, now);
}

/**
 * The sites by their names, as one customer or the operator may name them.
 * @throws AppError NOT_FOUND
 */
export function getSites(
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

/** As the audit log has it. */
function describe({ kind, note, startsAt, endsAt, isWeekly, sites }: ListedTime) {
  return {
    kind,
    note,
    isWeekly,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    sites: sites?.map(({ deviceId }) => deviceId).join(', ') ?? 'all',
  };
}
