import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { keyListAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { keyKeys } from './key-keys.ts';

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
