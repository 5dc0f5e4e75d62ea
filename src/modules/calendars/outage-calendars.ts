import { getSites, takeBack } from '../../actions/alerts/plan-times.ts';
import { tellAnnounced } from '../../actions/alerts/tell-announced.ts';
import { sendQueued } from '../../actions/engine/follow-up.ts';
import { spendAttempts } from '../../actions/engine/spend-attempts.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { tellAtOf } from '../../domain/alerts/planned-time.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { outboundReasons } from '../../domain/outbound-reason.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { guardedFetch } from '../../outbound/guarded-fetch.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../outbound/resolve-checked.ts';
import {
  endOutageCalendar,
  findOutageCalendar,
  hostOf,
  listOutageCalendars,
  type OutageCalendarRow,
  subjectOf,
} from '../../store/alerts/outage-calendars.ts';
import {
  findPlannedTime,
  insertPlannedTime,
  type ListedTime,
  listOfCalendar,
  updatePlannedTime,
} from '../../store/alerts/planned-times.ts';
import { StoreUnavailable } from '../../store/engine/open.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import {
  freeExternalId,
  insertOutageCalendar,
  listDueCalendars,
  updateOutageCalendar,
} from './calendar-rows.ts';
import type { CalendarContents, CalendarOutage } from './read-ics.ts';

/** Parts that reading calendars of other people needs. */
export interface CalendarReader {
  readonly monitor: Monitor;
  readonly outbound: OutboundPolicy;
  /** IANA name. */
  readonly timezone: string;
}

const hourMs = 3_600_000;
const readEveryMs = hourMs;
const aheadMs = 366 * 24 * hourMs;
const maxBytes = 512 * 1024;
/** Each is a call every hour, and a text to read. */
const mostCalendars = { own: 3, operators: 20 };
/** Of one calendar, in the year to come. */
const mostOutages = { own: 100, operators: 500 };
/** Calendars that are read in one go; the others follow a minute later. */
const mostAtOnce = 20;
const tries: AttemptLimit = { scope: 'calendar', maxFailures: 20, windowMs: hourMs };

/** The reason that a calendar could not be read, in the words of a finding. */
class Unreadable extends Error {}

interface WantedCalendar {
  /** As entered; `webcal:` is another word for `https:`. */
  readonly url: string;
  /** Null: all sites of the customer. */
  readonly deviceIds: readonly string[] | null;
}

/**
 * Has announced outages read from a calendar, now and every hour.
 * @param customerId whose sites; null: the operator's word for the sites named
 * @throws AppError VALIDATION when there is no calendar at the address, NOT_FOUND when a device is not
 *   there, or not theirs, CONFLICT when there are as many as there may be, RATE_LIMITED
 */
export async function addOutageCalendar(
  reader: CalendarReader,
  customerId: number | null,
  { url: entered, deviceIds }: WantedCalendar,
  actor: Actor,
): Promise<OutageCalendarRow> {
  const { monitor } = reader;
  const { store } = monitor;
  const url = entered.replace(/^webcals?:/i, 'https:');
  const rowsOf = () =>
    deviceIds === null ? null : getSites(store, customerId, deviceIds).map(({ row }) => row);
  store.transaction(() => {
    checkRoom(store, customerId);
    rowsOf();
    allowTry(store, customerId, monitor.clock());
  });
  const answer = await ask(reader, { url, etag: null, customerId }).catch((error) => {
    if (!(error instanceof Unreadable)) throw error;
    throw new AppError('VALIDATION', error.message, { fields: { url: error.message } });
  });
  const now = monitor.clock();
  const calendar = store.transaction(() => {
    checkRoom(store, customerId);
    const times = { createdAt: now.wallMs, readAt: now.wallMs, nextReadAt: now.wallMs };
    const row = insertOutageCalendar(store, { customerId, url, ...times }, rowsOf());
    keep(reader, row, answer, now);
    const entry = { actor, action: 'outage-calendar.add', subject: subjectOf(row) };
    const after = { host: hostOf(row), sites: deviceIds?.join(', ') ?? 'all', customerId };
    writeAudit(store, { ...entry, after }, now.wallMs);
    leaveTrace(store, actor, 'calendar', row.id, now.wallMs);
    return findOutageCalendar(store, row.id) ?? row;
  });
  sendQueued(monitor);
  return calendar;
}

/**
 * Reads a calendar no more. What it announces for the future goes with it.
 * @throws AppError NOT_FOUND
 */
export function removeOutageCalendar(
  monitor: Monitor,
  customerId: number | null,
  id: number,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => endOutageCalendar(store, customerId, id, actor, now));
  sendQueued(monitor);
}

/** Reads the calendars whose turn it is, one after the other. */
export async function readDueCalendars(reader: CalendarReader): Promise<void> {
  const { store, clock, log } = reader.monitor;
  for (const { id } of listDueCalendars(store, clock().wallMs, mostAtOnce)) {
    try {
      await readAgain(reader, id);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      // Left where it is, one that breaks the reader would keep all others from being read.
      log.error({ err: error, calendar: id }, 'an outage calendar could not be worked on');
      const nextReadAt = clock().wallMs + readEveryMs;
      store.transaction(() =>
        updateOutageCalendar(store, id, { nextReadAt, failure: refusals.calendarNone }),
      );
    }
  }
}

async function readAgain(reader: CalendarReader, id: number): Promise<void> {
  const { monitor } = reader;
  const { store } = monitor;
  const asked = findOutageCalendar(store, id);
  if (asked === undefined) return;
  const day = (at: number) => Math.floor(at / (24 * hourMs));
  // Rows reach as far as could be seen when the calendar was read whole, so that is done once a day.
  const isSeenToday = day(asked.readAt) === day(monitor.clock().wallMs);
  const etag = isSeenToday ? asked.etag : null;
  const answer = await ask(reader, { ...asked, etag }).catch((error: unknown) => {
    if (error instanceof Unreadable) return error;
    throw error;
  });
  const now = monitor.clock();
  store.transaction(() => {
    // It may have been removed while its server was slow.
    const calendar = findOutageCalendar(store, id);
    if (calendar !== undefined) keep(reader, calendar, answer, now);
  });
  sendQueued(monitor);
}

/** Null: it is as it was. */
type Answer = null | { readonly contents: CalendarContents; readonly etag: string | null };

/** @throws Unreadable */
async function ask(
  { monitor, outbound, timezone }: CalendarReader,
  { url, etag, customerId }: Pick<OutageCalendarRow, 'url' | 'etag' | 'customerId'>,
): Promise<Answer> {
  const headers = { accept: 'text/calendar', ...(etag !== null && { 'if-none-match': etag }) };
  const request = { headers, maxBytes, allowHttp: outbound.allowPrivate };
  const answer = await guardedFetch(url, request, outbound).catch((error: unknown) => {
    throw error instanceof OutboundError ? new Unreadable(error.finding) : error;
  });
  if (answer.status === 304 && etag !== null) return null;
  if (answer.status !== 200) {
    throw new Unreadable(refusals.calendarAnswer.replace('{n}', String(answer.status)));
  }
  if (answer.unread !== null) throw new Unreadable(outboundReasons.unreadable);
  if (answer.isCut) throw new Unreadable(refusals.calendarLarge);
  const fromAt = monitor.clock().wallMs;
  const window = { fromAt, toAt: fromAt + aheadMs };
  const { readIcs } = await import('./read-ics.ts');
  const contents = await monitor.turns.take(readIcs(answer.text, window, timezone));
  if (contents === null) throw new Unreadable(refusals.calendarNone);
  if (contents.outages.length > mostOutages[customerId === null ? 'operators' : 'own']) {
    throw new Unreadable(refusals.calendarFull);
  }
  return { contents, etag: answer.headers.get('etag') };
}

/** Writes down what became of reading a calendar. Must run inside a transaction, and be followed up. */
function keep(
  reader: CalendarReader,
  calendar: OutageCalendarRow,
  answer: Answer | Unreadable,
  now: Instant,
): void {
  const { store } = reader.monitor;
  const nextReadAt = now.wallMs + readEveryMs;
  if (answer instanceof Unreadable) {
    updateOutageCalendar(store, calendar.id, { nextReadAt, failure: answer.message });
    return;
  }
  const read = { nextReadAt, readAt: now.wallMs, failure: null };
  if (answer === null) {
    updateOutageCalendar(store, calendar.id, read);
    return;
  }
  const { contents, etag } = answer;
  applyOutages(reader, calendar, contents, now);
  updateOutageCalendar(store, calendar.id, { ...read, etag, leftOut: contents.leftOut });
}

function applyOutages(
  reader: CalendarReader,
  calendar: OutageCalendarRow,
  { outages, cancelled }: CalendarContents,
  now: Instant,
): void {
  const { monitor } = reader;
  const left = new Set(listOfCalendar(monitor.store, calendar.id, now.wallMs));
  const known = findKnown(left, outages);
  for (const outage of outages) {
    const planned = known.get(outage);
    if (planned === undefined) announce(reader, calendar, outage, now);
    else change(reader, planned, outage, now);
  }
  for (const gone of left) {
    // Many calendars name only what is still to come.
    const isCancelled = cancelled.has(gone.externalId ?? '');
    if (isCancelled || gone.startsAt > now.wallMs) takeBack(monitor, gone, now);
  }
}

/**
 * The planned time that each outage is. One that is announced for the same times goes on, also under another name:
 * some programs give their events new names whenever they are asked.
 * @param left planned times; those that are found are taken out
 */
function findKnown(
  left: Set<ListedTime>,
  outages: readonly CalendarOutage[],
): ReadonlyMap<CalendarOutage, ListedTime> {
  const known = new Map<CalendarOutage, ListedTime>();
  const timesOf = ({ startsAt, endsAt }: CalendarOutage | ListedTime) => `${startsAt} ${endsAt}`;
  const nameOf = ({ externalId }: CalendarOutage | ListedTime) => `${externalId}`;
  const likenesses = [
    (one: CalendarOutage | ListedTime) => nameOf(one) + timesOf(one),
    timesOf,
    nameOf,
  ];
  for (const likenessOf of likenesses) {
    const rows = Map.groupBy(left, likenessOf);
    for (const outage of outages) {
      const planned = known.has(outage) ? undefined : rows.get(likenessOf(outage))?.shift();
      if (planned === undefined) continue;
      known.set(outage, planned);
      left.delete(planned);
    }
  }
  return known;
}

function announce(
  { monitor, timezone }: CalendarReader,
  { id: calendarId, customerId, isForChosenSites }: OutageCalendarRow,
  { externalId, note, startsAt, endsAt }: CalendarOutage,
  now: Instant,
): void {
  const { store } = monitor;
  // It may have been announced and taken back before.
  freeExternalId(store, calendarId, externalId);
  const { id } = insertPlannedTime(
    store,
    {
      customerId,
      calendarId,
      externalId,
      isForChosenSites,
      note,
      startsAt,
      endsAt,
      kind: 'announced',
      isWeekly: false,
      createdAt: now.wallMs,
      tellAt: tellAtOf(startsAt, now.wallMs, timezone),
    },
    [],
  );
  tell(monitor, id, customerId, now);
}

/** Times that have changed are told again. */
function change(
  { monitor, timezone }: CalendarReader,
  planned: ListedTime,
  { externalId, note, startsAt, endsAt }: CalendarOutage,
  now: Instant,
): void {
  const { store } = monitor;
  const { id, customerId, calendarId } = planned;
  if (planned.externalId !== externalId && calendarId !== null) {
    freeExternalId(store, calendarId, externalId);
    updatePlannedTime(store, id, { externalId });
  }
  if (planned.startsAt === startsAt && planned.endsAt === endsAt) {
    if (planned.note !== note) updatePlannedTime(store, id, { note });
    return;
  }
  const tellAt = tellAtOf(startsAt, now.wallMs, timezone);
  updatePlannedTime(store, id, { note, startsAt, endsAt, tellAt });
  tell(monitor, id, customerId, now);
}

function tell(monitor: Monitor, id: number, customerId: number | null, now: Instant): void {
  const planned = findPlannedTime(monitor.store, id, customerId);
  if (planned !== undefined) tellAnnounced(monitor, planned, now);
}

function checkRoom(store: Monitor['store'], customerId: number | null): void {
  const most = mostCalendars[customerId === null ? 'operators' : 'own'];
  if (listOutageCalendars(store, customerId).length >= most) {
    throw new AppError('CONFLICT', refusals.calendarEnough);
  }
}

function allowTry(store: Monitor['store'], customerId: number | null, now: Instant): void {
  const whose = `${customerId ?? 'operators'}`;
  const refusal = 'Too many calendars were tried. Please wait.';
  spendAttempts(store, [[tries, whose]], refusal, now.wallMs);
}
