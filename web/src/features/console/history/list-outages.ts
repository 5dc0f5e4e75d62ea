import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { outagesAnswerSchema } from '../../../../../src/contract/fleet/outages.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { defaultLimit } from '../../../lib/console/list-params.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { concerns } from './concerns.ts';
import { type HistoryParams, historyKeys } from './history-keys.ts';

type OutagesAnswer = OutputOf<typeof outagesAnswerSchema>;

function listOutages({ of, page }: HistoryParams, signal: AbortSignal): Promise<OutagesAnswer> {
  return adminApi.get('/api/outages', { query: { ...of, page, limit: defaultLimit }, signal });
}

/** Outages, the last to begin first. */
export function outagesQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.outages(params),
    queryFn: ({ signal }) => listOutages(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<OutagesAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}
