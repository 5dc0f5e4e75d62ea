import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { deviceAnswerSchema } from '../../../../../src/contract/devices/devices.ts';
import type {
  keyListAnswerSchema,
  keyStatsAnswerSchema,
} from '../../../../../src/contract/keys/keys.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

export const keyKeys = {
  list: (params: ListParams & { customer_id?: number }) => [
    ...consoleKey,
    'activation-keys',
    'list',
    params,
  ],
  stats: [...consoleKey, 'activation-keys', 'stats'],
  customers: (q: string) => [...consoleKey, 'activation-keys', 'customers', q],
  due: (deviceId: string) => [...consoleKey, 'activation-keys', 'due', deviceId],
};

type KeysAnswer = OutputOf<typeof keyListAnswerSchema>;
export type KeyListParams = ListParams & { customer_id?: number };

function listKeys(query: KeyListParams, signal: AbortSignal): Promise<KeysAnswer> {
  return adminApi.get('/api/keys', { query, signal });
}

/** A page of keys, newest first. */
export function keysQuery(params: KeyListParams) {
  return queryOptions({
    queryKey: keyKeys.list(params),
    queryFn: ({ signal }) => listKeys(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<KeysAnswer>((answer, message, askAgain) => {
      if (isChangeOf(message, 'key', 'customer', 'device')) askAgain();
      return answer;
    }),
  });
}

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

async function getKeyDue(deviceId: string, signal: AbortSignal): Promise<boolean> {
  type Answer = OutputOf<typeof deviceAnswerSchema>;
  const path = `/api/devices/${encodeURIComponent(deviceId)}`;
  return (await adminApi.get<Answer>(path, { signal })).data.credentials_due_at !== null;
}

/** Whether a person has to enter the present key at a device. False: the device has it or will get it. */
export function keyDueQuery(deviceId: string) {
  return queryOptions({
    queryKey: keyKeys.due(deviceId),
    queryFn: ({ signal }) => getKeyDue(deviceId, signal),
    refetchInterval: 5_000,
    staleTime: 0,
  });
}
