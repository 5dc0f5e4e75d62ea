import { queryOptions } from '@tanstack/react-query';
import type { portalStatsAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';

export type Boards = Pick<OutputOf<typeof portalStatsAnswerSchema>, 'keys' | 'devices'>;

const askEveryMs = 3_000;

function getBoards(signal: AbortSignal): Promise<Boards> {
  return customerApi.get('/api/customer/stats', { signal });
}

/**
 * The customer's boards, asked for again and again: for whoever waits for one.
 * @param run which configuration it is for; each begins with an answer of its own
 */
export function boardsQuery(run: number) {
  return queryOptions({
    queryKey: ['configure', 'boards', run],
    queryFn: ({ signal }) => getBoards(signal),
    refetchInterval: askEveryMs,
    staleTime: 0,
  });
}
