import { adminApi } from '../../../lib/api-client.ts';
import { accountQuery } from '../../../lib/console/account-query.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

function deletePasskey(id: string): Promise<unknown> {
  return adminApi.delete(`/api/account/passkeys/${encodeURIComponent(id)}`, {});
}

export function useDeletePasskey() {
  return useConsoleChange(deletePasskey, accountQuery.queryKey);
}
