import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { keyListAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import { adminApi } from '../../../lib/api-client.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { customerKeys } from './customer-keys.ts';

type KeysAnswer = z.output<typeof keyListAnswerSchema>;

function listKeys(id: number, params: ListParams, signal: AbortSignal): Promise<KeysAnswer> {
  return adminApi.get('/api/keys', { query: { ...params, customer_id: id }, signal });
}

/** The activation keys of a customer. */
export function customerKeysQuery(id: number, params: ListParams) {
  return queryOptions({
    queryKey: customerKeys.keys(id, params),
    queryFn: ({ signal }) => listKeys(id, params, signal),
    placeholderData: keepPreviousData,
    meta: follow<KeysAnswer>((answer, message, askAgain) => {
      if (isChangeOf(message, 'key', 'device', 'customer')) askAgain();
      return answer;
    }),
  });
}
