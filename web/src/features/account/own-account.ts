import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../lib/console/account-query.ts';

/** Has the server say again what stands beside the password. */
export function askAccountAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
}
