import { queryOptions } from '@tanstack/react-query';
import type { MapAnswer } from '../../../../../src/modules/map/contract.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey, follow, isChangeOf } from '../../../lib/console/live-query.ts';

/** The sites with a location, as they are now. */
export const mapQuery = queryOptions({
  queryKey: [...consoleKey, 'map'],
  queryFn: ({ signal }) => adminApi.get<MapAnswer>('/api/map', { signal }),
  meta: follow((answer: MapAnswer, message, askAgain) => {
    if (message.event === 'device' || isChangeOf(message, 'device')) askAgain();
    return answer;
  }),
});
