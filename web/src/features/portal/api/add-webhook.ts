import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addWebhookAnswerSchema,
  addWebhookSchema,
  renewSecretAnswerSchema,
} from '../../../../../src/contract/alerts/webhooks.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

function addWebhook(
  webhook: InputOf<typeof addWebhookSchema>,
): Promise<OutputOf<typeof addWebhookAnswerSchema>> {
  return customerApi.post('/api/customer/webhooks', webhook);
}

/** The answer alone has it. The form that asked is gone as soon as the webhook is connected. */
export const webhookSecretQuery = queryOptions<string | null>({
  queryKey: portalKeys.webhookSecret,
  queryFn: () => null,
  enabled: false,
  meta: { isLive: false },
});

export function useForgetSecret(): () => void {
  const queryClient = useQueryClient();
  return () => queryClient.setQueryData(portalKeys.webhookSecret, null);
}

/** Another secret for a webhook, which is shown as the first one was. */
export function useRenewSecret() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      customerApi.post<OutputOf<typeof renewSecretAnswerSchema>>(
        `/api/customer/recipients/${id}/secret`,
      ),
    onSuccess: ({ secret }) => queryClient.setQueryData(portalKeys.webhookSecret, secret),
  });
}

export function useAddWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addWebhook,
    onSuccess: ({ secret }) => {
      queryClient.setQueryData(portalKeys.webhookSecret, secret);
      return queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
}
