import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  eventCountsAnswerSchema,
  eventsAnswerSchema,
} from '../../../../../src/contract/fleet/events.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

type EventsAnswer = OutputOf<typeof eventsAnswerSchema>;

function listEvents(query: ListParams, signal: AbortSignal): Promise<EventsAnswer> {
  return adminApi.get('/api/events', { query, signal });
}

/** A page of events, newest first; hourly heartbeats are left out. */
export function eventsQuery(params: ListParams) {
  return queryOptions({
    queryKey: [...consoleKey, 'events', params],
    queryFn: ({ signal }) => listEvents(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<EventsAnswer>((answer, message, askAgain) => {
      // A new event, a change in how long its outage lasted, or in who was told.
      const isNews = message.event === 'event' || message.event === 'notification';
      if (isNews || isChangeOf(message, 'device', 'customer')) askAgain();
      return answer;
    }),
  });
}

type EventCounts = OutputOf<typeof eventCountsAnswerSchema>['data'];

async function countEvents(q: string, signal: AbortSignal): Promise<EventCounts> {
  type Answer = OutputOf<typeof eventCountsAnswerSchema>;
  return (await adminApi.get<Answer>('/api/events/counts', { query: { q }, signal })).data;
}

/** How many events each tab has. A request of its own, so that the list does not wait for it. */
export function eventCountsQuery(q: string) {
  return queryOptions({
    queryKey: [...consoleKey, 'event-counts', q],
    queryFn: ({ signal }) => countEvents(q, signal),
    placeholderData: keepPreviousData,
    meta: follow<EventCounts>((counts, message, askAgain) => {
      if (message.event === 'event') askAgain();
      return counts;
    }),
  });
}
