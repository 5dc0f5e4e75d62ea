import { queryOptions } from '@tanstack/react-query';
import type { securityAnswerSchema } from '../../../../../src/contract/people/operators.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { operatorsKey } from './operators-key.ts';

type Answer = OutputOf<typeof securityAnswerSchema>;
export type Security = Answer['data'];

/** What is asked of everybody who signs in. */
export const securityQuery = queryOptions({
  queryKey: [...operatorsKey, 'security'],
  queryFn: async ({ signal }) =>
    (await adminApi.get<Answer>('/api/settings/security', { signal })).data,
  meta: follow<Security>((security, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return security;
  }),
});
