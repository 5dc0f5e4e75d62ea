import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { eventsAnswerSchema } from '../../../../../src/contract/fleet/events.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { defaultLimit } from '../../../lib/console/list-params.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { concerns } from './concerns.ts';
import { type HistoryParams, historyKeys } from './history-keys.ts';

type EventsAnswer = OutputOf<typeof eventsAnswerSchema>;

function listEvents({ of, page }: HistoryParams, signal: AbortSignal): Promise<EventsAnswer> {
  return adminApi.get('/api/events', { query: { ...of, page, limit: defaultLimit }, signal });
}

/** Events, newest first; hourly heartbeats are left out. */
export function eventsQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.events(params),
    queryFn: ({ signal }) => listEvents(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<EventsAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}
