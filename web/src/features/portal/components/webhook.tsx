import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  addWebhookAnswerSchema,
  addWebhookSchema,
  renewSecretAnswerSchema,
} from '../../../../../src/contract/alerts/webhooks.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import {
  type WebhookFormat,
  webhookFormats,
} from '../../../../../src/domain/alerts/webhook-address.ts';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { webhookFormatWords } from '../../../lib/webhook-words.ts';
import { portalKeys } from '../portal-stats.ts';

/** Connects a program, or a service that takes messages at an address. */
export function WebhookConnect({ contactId }: { contactId: string }) {
  const { t } = useTranslation();
  const { mutateAsync } = useAddWebhook();
  const form = useSaveForm({
    defaultValues: { url: '', format: 'events' as WebhookFormat },
    check: ({ url }) => (URL.canParse(url.trim()) ? {} : { url: t('messenger.webhook.url_wrong') }),
    save: ({ url, format }) => mutateAsync({ url: url.trim(), format, contact_id: contactId }),
    onSaved: () => form.reset(),
    describe: (error) => t('messenger.webhook.failed', { reason: describeError(error, t) }),
  });
  return (
    <div className="flex flex-col gap-4">
      <p>{t('messenger.webhook.lead')}</p>
      <Form form={form}>
        <form.AppField name="format">
          {(field) => (
            <field.SelectField
              label={t('messenger.webhook.format')}
              options={webhookFormats.map((value) => ({
                value,
                label: t(webhookFormatWords[value]),
              }))}
            />
          )}
        </form.AppField>
        <form.AppField name="url">
          {(field) => (
            <field.TextField
              label={t('messenger.webhook.url')}
              hint={t('messenger.webhook.url_hint')}
              maxLength={1000}
              autoComplete="off"
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton>{t('messenger.webhook.action')}</form.SubmitButton>
      </Form>
    </div>
  );
}

/** The secret that the account has just been given, over whatever page. */
export function WebhookSecretDialog() {
  const { data: secret = null } = useQuery(webhookSecretQuery);
  return <SecretDialog secret={secret} onClose={useForgetSecret()} />;
}

/** The answer alone has it. The form that asked is gone as soon as the webhook is connected. */
const webhookSecretQuery = queryOptions<string | null>({
  queryKey: portalKeys.webhookSecret,
  queryFn: () => null,
  enabled: false,
  meta: { isLive: false },
});

function useForgetSecret(): () => void {
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

function useAddWebhook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (
      webhook: InputOf<typeof addWebhookSchema>,
    ): Promise<OutputOf<typeof addWebhookAnswerSchema>> =>
      customerApi.post('/api/customer/webhooks', webhook),
    onSuccess: ({ secret }) => {
      queryClient.setQueryData(portalKeys.webhookSecret, secret);
      return queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
}
