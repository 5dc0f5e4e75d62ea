import { queryOptions } from '@tanstack/react-query';
import type { keyStatsAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { keyKeys } from './key-keys.ts';

export type KeyStats = OutputOf<typeof keyStatsAnswerSchema>['data'];

async function getKeyStats(signal: AbortSignal): Promise<KeyStats> {
  const { data } = await adminApi.get<OutputOf<typeof keyStatsAnswerSchema>>('/api/keys/stats', {
    signal,
  });
  return data;
}

export const keyStatsQuery = queryOptions({
  queryKey: keyKeys.stats,
  queryFn: ({ signal }) => getKeyStats(signal),
  // Keys expire without a message, so the numbers are refreshed.
  refetchInterval: 60_000,
  meta: follow<KeyStats>((stats, message, askAgain) => {
    if (isChangeOf(message, 'key', 'customer', 'device')) askAgain();
    return stats;
  }),
});
