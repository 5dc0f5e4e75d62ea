import { queryOptions } from '@tanstack/react-query';
import type { customerAnswerSchema } from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { customerKeys } from './customer-keys.ts';

type CustomerCall = OutputOf<typeof customerAnswerSchema>;

function getCustomer(id: number, signal: AbortSignal): Promise<CustomerCall> {
  return adminApi.get(`/api/customers/${id}`, { signal });
}

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: ({ signal }) => getCustomer(id, signal),
    meta: follow<CustomerCall>((answer, message, askAgain) => {
      if (isChangeOf(message, 'customer', 'device', 'key', 'recipient')) askAgain();
      return answer;
    }),
  });
}
