import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditRecipientBody } from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

/** Changes what a chat gets besides alerts, and what it may do. */
export function useEditRecipient(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EditRecipientBody) =>
      customerApi.put(`/api/customer/recipients/${id}`, body),
    onSettled: () => refreshChats(queryClient),
  });
}

/** Says which chats may log in: these, and no others. */
export function useSayWhoLogsIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      customerApi.put('/api/customer/log-in-chats', { recipient_ids: ids }),
    onSettled: () => refreshChats(queryClient),
  });
}

function refreshChats(queryClient: QueryClient) {
  return Promise.all(
    [portalKeys.stats, portalKeys.contacts].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
