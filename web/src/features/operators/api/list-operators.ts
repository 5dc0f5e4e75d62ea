import { queryOptions } from '@tanstack/react-query';
import type {
  OperatorAnswer,
  operatorsAnswerSchema,
} from '../../../../../src/contract/people/operators.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { operatorsKey } from './operators-key.ts';

async function listOperators(signal: AbortSignal): Promise<OperatorAnswer[]> {
  type Answer = OutputOf<typeof operatorsAnswerSchema>;
  return (await adminApi.get<Answer>('/api/operators', { signal })).data;
}

/** Everybody who may sign in to the console. */
export const operatorsQuery = queryOptions({
  queryKey: [...operatorsKey, 'list'],
  queryFn: ({ signal }) => listOperators(signal),
  meta: follow<OperatorAnswer[]>((operators, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return operators;
  }),
});
