import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { askAccountAgain } from '../own-account.ts';

interface Removal {
  id: string;
  /** The operator's own password. */
  password: string;
}

function deletePasskey({ id, password }: Removal): Promise<unknown> {
  return adminApi.delete(`/api/account/passkeys/${encodeURIComponent(id)}`, {
    current_password: password,
  });
}

export function useDeletePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deletePasskey,
    onSuccess: () => void askAccountAgain(queryClient),
  });
}
