import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { notificationsAnswerSchema } from '../../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { defaultLimit } from '../../../lib/console/list-params.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { concerns } from './concerns.ts';
import { type HistoryParams, historyKeys } from './history-keys.ts';

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;

function listNotifications(
  { of, page }: HistoryParams,
  signal: AbortSignal,
): Promise<NotificationsAnswer> {
  return adminApi.get('/api/notifications', {
    query: { ...of, page, limit: defaultLimit },
    signal,
  });
}

/** Messages to chats, the last to be queued first. */
export function notificationsQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.notifications(params),
    queryFn: ({ signal }) => listNotifications(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}
