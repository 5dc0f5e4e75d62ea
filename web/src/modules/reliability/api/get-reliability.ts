import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReliabilityAnswer } from '../../../../../src/modules/reliability/contract.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/live-query.ts';

type ReliabilityQuery = Readonly<Record<string, string | undefined>>;

function getReliability(query: ReliabilityQuery, signal: AbortSignal): Promise<ReliabilityAnswer> {
  return adminApi.get('/api/reliability', { query, signal });
}

/** The figures of a period; the server reads years for them, so they are not asked for at each change. */
export function reliabilityQuery(query: ReliabilityQuery) {
  return queryOptions({
    queryKey: [...consoleKey, 'reliability', query],
    queryFn: ({ signal }) => getReliability(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    meta: { isLive: false },
  });
}
