import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { askAccountAgain } from '../own-account.ts';

function removeTotp(): Promise<unknown> {
  return adminApi.delete('/api/account/totp', {});
}

/** Takes the authenticator app out of use, and its recovery codes with it. */
export function useRemoveTotp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: removeTotp,
    onSuccess: () => void askAccountAgain(queryClient),
  });
}
