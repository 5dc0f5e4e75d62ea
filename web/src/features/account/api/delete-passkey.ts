import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { askAccountAgain } from '../own-account.ts';

function deletePasskey(id: string): Promise<unknown> {
  return adminApi.delete(`/api/account/passkeys/${encodeURIComponent(id)}`, {});
}

export function useDeletePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deletePasskey,
    onSuccess: () => void askAccountAgain(queryClient),
  });
}
