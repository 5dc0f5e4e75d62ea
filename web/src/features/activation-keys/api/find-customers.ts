import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { customersAnswerSchema } from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { keyKeys } from './keys.ts';

type CustomersAnswer = OutputOf<typeof customersAnswerSchema>;

/** How many customers are shown; more letters find the others. */
const shown = 8;

function findCustomers(q: string, signal: AbortSignal): Promise<CustomersAnswer> {
  return adminApi.get('/api/customers', { query: { q, filter: 'active', limit: shown }, signal });
}

/** Customers who may be given a key. */
export function findCustomersQuery(q: string) {
  return queryOptions({
    queryKey: keyKeys.customers(q),
    queryFn: ({ signal }) => findCustomers(q, signal),
    placeholderData: keepPreviousData,
  });
}
