import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

function disconnectChat(id: number): Promise<unknown> {
  return customerApi.delete(`/api/customer/recipients/${id}`);
}

export function useDisconnectChat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: disconnectChat,
    onSuccess: () =>
      Promise.all(
        [portalKeys.stats, portalKeys.contacts, portalKeys.seenKeys].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
