import {
  type WebhookFormat,
  webhookFormats,
} from '../../../../../src/domain/alerts/webhook-address.ts';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { webhookFormatWords } from '../../../lib/webhook-words.ts';
import { useAddWebhook } from '../api/add-webhook.ts';

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
