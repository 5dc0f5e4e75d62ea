import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { portalEventsAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { activityKeys, type EventsWanted } from './activity-keys.ts';

type EventsAnswer = OutputOf<typeof portalEventsAnswerSchema>;

export const eventsPerPage = 20;

function getEvents(wanted: EventsWanted, signal: AbortSignal): Promise<EventsAnswer> {
  const { filter, page, device } = wanted;
  return customerApi.get('/api/customer/events', {
    query: { filter, page, limit: eventsPerPage, device_id: device },
    signal,
  });
}

/** A page of what happened, newest first; the page before stays until the next is there. */
export function eventsQuery(wanted: EventsWanted) {
  return queryOptions({
    queryKey: activityKeys.events(wanted),
    queryFn: ({ signal }) => getEvents(wanted, signal),
    placeholderData: keepPreviousData,
  });
}
