import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { customersAnswerSchema } from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { customerKeys } from './customer-keys.ts';

type CustomersAnswer = OutputOf<typeof customersAnswerSchema>;

function listCustomers(query: ListParams, signal: AbortSignal): Promise<CustomersAnswer> {
  return adminApi.get('/api/customers', { query, signal });
}

/** A page of customers, newest first. */
export function customersQuery(params: ListParams) {
  return queryOptions({
    queryKey: customerKeys.list(params),
    queryFn: ({ signal }) => listCustomers(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<CustomersAnswer>((answer, message, askAgain) => {
      if (isChangeOf(message, 'customer', 'device', 'key', 'recipient')) askAgain();
      return answer;
    }),
  });
}
