import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditRecipientBody } from '../../../../src/contract/devices/portal.ts';
import { toast } from '../../components/ui/toast.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { portalKeys } from './portal-stats.ts';

/** Saves what is switched of a chat, and says so if that fails. `wanted`: what is being saved just now. */
export function useChatEdit(id: number) {
  const { t } = useTranslation();
  const { mutate, variables, isPending } = useEditRecipient(id);
  return {
    wanted: isPending ? variables : undefined,
    save: (body: EditRecipientBody) =>
      mutate(body, {
        onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
      }),
  };
}

/** Changes what a chat gets besides alerts, and what it may do. */
function useEditRecipient(id: number) {
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
