import { queryOptions } from '@tanstack/react-query';
import type {
  AccountAnswer,
  accountAnswerSchema,
} from '../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../api-client.ts';
import { consoleKey } from './console-keys.ts';
import { follow } from './live-query.ts';

async function getAccount(signal: AbortSignal): Promise<AccountAnswer> {
  type Answer = OutputOf<typeof accountAnswerSchema>;
  return (await adminApi.get<Answer>('/api/account', { signal })).data;
}

/** Who is signed in, what they may do, and what stands beside their password. */
export const accountQuery = queryOptions({
  queryKey: [...consoleKey, 'account'],
  queryFn: ({ signal }) => getAccount(signal),
  meta: follow<AccountAnswer>((account, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return account;
  }),
});
