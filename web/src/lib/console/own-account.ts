import { queryOptions } from '@tanstack/react-query';
import type {
  AccountAnswer,
  accountAnswerSchema,
} from '../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../api-client.ts';
import { mayDo, type OperatorRole } from '../operator-role.ts';
import { adminSession } from '../session.ts';
import { useSession } from '../use-session.ts';
import { consoleKey, follow } from './live-query.ts';

/** Who is signed in, what they may do, and what stands beside their password. */
export const accountQuery = queryOptions({
  queryKey: [...consoleKey, 'account'],
  queryFn: async ({ signal }): Promise<AccountAnswer> => {
    type Answer = OutputOf<typeof accountAnswerSchema>;
    return (await adminApi.get<Answer>('/api/account', { signal })).data;
  },
  meta: follow<AccountAnswer>((account, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return account;
  }),
});

/** Whether the operator who is signed in has this role. What they may not do is not offered. */
export function useMay(needed: OperatorRole): boolean {
  const user = useSession(adminSession)?.user;
  return user !== undefined && mayDo(user.operator_role, needed);
}
