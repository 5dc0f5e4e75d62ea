import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { notificationsAnswerSchema } from '../../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { deliveryFilters } from '../delivery-filters.ts';

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;
type Params = Pick<ListParams, 'filter' | 'page' | 'limit'>;

function listDeliveries(params: Params, signal: AbortSignal): Promise<NotificationsAnswer> {
  const { filter = deliveryFilters[0], page, limit } = params;
  return adminApi.get('/api/notifications', { query: { filter, page, limit }, signal });
}

/** A page of messages, the last to be queued first; those that did not arrive unless another filter is set. */
export function deliveriesQuery(params: Params) {
  return queryOptions({
    queryKey: [...consoleKey, 'deliveries', params],
    queryFn: ({ signal }) => listDeliveries(params, signal),
    placeholderData: keepPreviousData,
    // A message that waits too long becomes undelivered without an event.
    refetchInterval: 20_000,
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (message.event === 'notification' || message.event === 'event') askAgain();
      else if (isChangeOf(message, 'notification', 'recipient', 'customer', 'outage')) askAgain();
      return answer;
    }),
  });
}
