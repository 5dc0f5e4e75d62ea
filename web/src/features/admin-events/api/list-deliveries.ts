import { queryOptions } from '@tanstack/react-query';
import type { notificationsAnswerSchema } from '../../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow } from '../../../lib/console/live-query.ts';

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;

/** The newest; an outage of days has hundreds of reminders. */
const shown = 10;

function listDeliveries(outageId: number, signal: AbortSignal): Promise<NotificationsAnswer> {
  return adminApi.get('/api/notifications', {
    query: { outage_id: outageId, limit: shown },
    signal,
  });
}

/** Who was told of an outage, when, and what became of it. */
export function deliveriesQuery(outageId: number) {
  return queryOptions({
    queryKey: [...consoleKey, 'events', 'deliveries', outageId],
    queryFn: ({ signal }) => listDeliveries(outageId, signal),
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (message.event === 'notification' && message.data.outage_id === outageId) askAgain();
      return answer;
    }),
  });
}
