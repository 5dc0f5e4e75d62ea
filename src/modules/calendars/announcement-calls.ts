import { cancelPlannedTime, planTime } from '../../actions/alerts/plan-times.ts';
import {
  plannedTimeAnswerSchema,
  plannedTimeParams,
  plannedTimesAnswerSchema,
} from '../../contract/alerts/planned-times.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { describePlannedTime, timesOf } from '../../http/alerts/planned-times.ts';
import { type Route, route } from '../../http/engine/route.ts';
import {
  type ListedTime,
  listAnnounced,
  listAnnouncedBefore,
} from '../../store/alerts/planned-times.ts';
import type { Core } from '../module.ts';
import { announcementsQuerySchema, newAnnouncementSchema } from './announcement-contract.ts';

const common = { access: 'support', tag: 'Outages' } as const;
/** Announcements that are over and shown. */
const mostOver = 100;

/** Outages that the operator announces to the owners of sites. */
export function announcementRoutes({ monitor, config: { timezone } }: Core): Route[] {
  const { store } = monitor;
  const show = (time: ListedTime, nowMs: number) =>
    describePlannedTime(store, time, nowMs, timezone);
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/announcements',
        summary: 'List announced outages',
        description: 'What is over is left out, or, with `state=over`, the last hundred of it.',
        query: announcementsQuerySchema,
        answer: plannedTimesAnswerSchema,
      },
      ({ query, now }) => {
        const { wallMs } = now;
        const times =
          query.state === 'over'
            ? listAnnouncedBefore(store, wallMs, mostOver)
            : listAnnounced(store, wallMs);
        return { ok: true as const, data: times.map((time) => show(time, wallMs)) };
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/announcements',
        summary: 'Announce an outage to the owners of sites',
        description:
          'They are told on the day before, at 18:00, or at once if it is later. Losses in that time say that they were announced.',
        body: newAnnouncementSchema,
        answer: plannedTimeAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ body, actor, now }) => {
        const kind = { kind: 'announced', isWeekly: false } as const;
        const wanted = { ...timesOf(body), ...kind, deviceIds: body.device_ids };
        const time = planTime(monitor, null, wanted, timezone, actor, now);
        return { ok: true as const, data: show(time, now.wallMs), message: 'Outage announced' };
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/announcements/:id',
        summary: 'Take an announced outage back',
        params: plannedTimeParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        cancelPlannedTime(monitor, null, params.id, actor, now);
        return { ok: true as const, message: 'Planned time taken back' };
      },
    ),
  ];
}
