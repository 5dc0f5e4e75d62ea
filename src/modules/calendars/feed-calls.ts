import { AppError } from '../../domain/errors.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { SecretReads } from '../../http/engine/secret-reads.ts';
import { sendDownload } from '../../http/engine/send-download.ts';
import { listPlannedTimes } from '../../store/alerts/planned-times.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { Core } from '../module.ts';
import { closeCalendar, findCalendarOwner, openCalendar } from './calendar-feed.ts';
import {
  calendarAnswerSchema,
  calendarClosedAnswerSchema,
  calendarOpenedAnswerSchema,
  calendarParams,
} from './feed-contract.ts';

const calendarType = 'text/calendar; charset=utf-8';
const common = { path: '/api/customer/calendar', access: 'customer', tag: 'Portal' } as const;

/** A customer's planned times for calendar programs, which know nothing but an address. */
export function feedRoutes({ monitor, config }: Core): Route[] {
  const { store } = monitor;
  const { timezone } = config;
  const reads = new SecretReads();
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'Read whether the calendar has an address',
        answer: calendarAnswerSchema,
      },
      ({ caller }) => {
        const { calendarHash = null } = findCustomer(store, caller.id) ?? {};
        return { ok: true as const, data: { is_open: calendarHash !== null } };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'POST',
        summary: 'Make a secret address for the calendar',
        description:
          'The address is in this answer only. The one before ends: programs that have it find nothing any more.',
        answer: calendarOpenedAnswerSchema,
      },
      ({ caller, actor, now }) => {
        const path = `/api/calendars/${openCalendar(monitor, caller.id, actor, now)}.ics`;
        return { ok: true as const, data: { is_open: true, path }, message: 'Address made' };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'DELETE',
        summary: 'End the address of the calendar',
        answer: calendarClosedAnswerSchema,
      },
      ({ caller, actor, now }) => {
        closeCalendar(monitor, caller.id, actor, now);
        return { ok: true as const, data: { is_open: false }, message: 'Address ended' };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/calendars/:calendar',
        access: 'public',
        tag: 'Portal',
        summary: 'Read a calendar of planned times',
        description:
          'iCalendar (RFC 5545), for programs that ask again by themselves. The secret in the address is all they need. Nothing personal is in it but names of sites; what is over stays for 31 days, and weekly times are written out for a year.',
        params: calendarParams,
        answerType: calendarType,
        errors: ['NOT_FOUND', 'RATE_LIMITED'],
      },
      async ({ params, now }) => {
        const owner = findCalendarOwner(monitor, params.calendar.slice(0, -'.ics'.length));
        if (owner === undefined) throw new AppError('NOT_FOUND', 'There is no such calendar.');
        reads.admit(owner.id, now);
        const { keptMs, writeCalendar } = await import('./calendar-text.ts');
        const times = listPlannedTimes(store, owner.id, now.wallMs - keptMs);
        const text = await monitor.turns.take(writeCalendar(times, owner, timezone, now.wallMs));
        return sendDownload(text, 'faiwatch.ics', calendarType);
      },
    ),
  ];
}
