import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addWebhookAnswerSchema,
  renewSecretAnswerSchema,
} from '../../../../../src/contract/alerts/webhooks.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { testChannelAnswerSchema } from '../../../../../src/contract/system/channels.ts';
import type { AddOperatorRecipient } from '../../../../../src/contract/system/operator-recipients.ts';
import { adminApi } from '../../../lib/api-client.ts';
import {
  operatorRecipientsQuery,
  operatorRecipientsPath as path,
} from '../../../lib/console/operator-chats.ts';

const { queryKey } = operatorRecipientsQuery;

function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Gives the secret of a webhook; null where nothing is signed. */
export function useAddOperatorRecipient() {
  return useChange(
    async (recipient: AddOperatorRecipient) =>
      (await adminApi.post<OutputOf<typeof addWebhookAnswerSchema>>(path, recipient)).secret,
  );
}

export function useRemoveOperatorRecipient() {
  return useChange((id: number) => adminApi.delete<unknown>(`${path}/${id}`));
}

/** Null: the far end took the message. Otherwise what it said. */
export function useTestOperatorRecipient() {
  type Answer = OutputOf<typeof testChannelAnswerSchema>;
  return useChange(
    async (id: number) => (await adminApi.post<Answer>(`${path}/${id}/test`)).data.refusal,
  );
}

export function useRenewOperatorSecret() {
  type Answer = OutputOf<typeof renewSecretAnswerSchema>;
  return useChange(
    async (id: number) => (await adminApi.post<Answer>(`${path}/${id}/secret`)).secret,
  );
}
