import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditRecipientBody } from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

/** Changes what a chat gets besides alerts. */
export function useEditRecipient(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EditRecipientBody) =>
      customerApi.put(`/api/customer/recipients/${id}`, body),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
