import { useStore } from '@tanstack/react-form';
import { BellPlus } from 'lucide-react';
import type { AddOperatorRecipient } from '../../../../../src/contract/system/operator-recipients.ts';
import {
  type WebhookFormat,
  webhookFormats,
} from '../../../../../src/domain/alerts/webhook-address.ts';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { webhookFormatWords } from '../../../lib/webhook-words.ts';
import { useAddOperatorRecipient } from '../api/operator-recipients.ts';
import { settingWords } from '../setting-words.ts';

type Channel = AddOperatorRecipient['channel'];

interface OperatorFormProps {
  /** Those that are set up. */
  channels: readonly Channel[];
  onSecret: (secret: string | null) => void;
}

/** Adds an address of the operator, which has to take a test. */
export function OperatorForm({ channels, onSecret }: OperatorFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync } = useAddOperatorRecipient();
  const form = useSaveForm({
    defaultValues: {
      channel: channels[0] as Channel,
      address: '',
      format: 'events' as WebhookFormat,
      isForAllSites: false,
    },
    check: ({ address }) => ({ address: address.trim() === '' && t('ui.finding.required') }),
    save: ({ channel, address, format, isForAllSites }) =>
      mutateAsync({
        ...{ channel, address: address.trim(), language },
        ...(channel === 'webhook' && { format, is_for_all_sites: isForAllSites }),
      }),
    onSaved: (secret) => {
      form.reset();
      toast.success(t('channels.operator.added'));
      onSecret(secret);
    },
    describe: (error) => sayRefusal(error) ?? describeError(error, t),
  });
  const channel = useStore(form.store, ({ values }) => values.channel);
  const isWebhook = channel === 'webhook';
  return (
    <Form form={form} className="gap-4 border-line border-t pt-5">
      <form.AppField name="channel">
        {(field) => (
          <field.SelectField
            label={t('channels.operator.channel')}
            options={channels.map((value) => ({ value, label: t(channelWords[value]) }))}
          />
        )}
      </form.AppField>
      {isWebhook && (
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
      )}
      <form.AppField name="address">
        {(field) => (
          <field.TextField
            label={isWebhook ? t('messenger.webhook.url') : t(settingWords[channel].address)}
            hint={t('channels.test.hint')}
            autoComplete="off"
            maxLength={1000}
          />
        )}
      </form.AppField>
      {isWebhook && (
        <form.AppField name="isForAllSites">
          {(field) => (
            <field.CheckboxField
              label={t('channels.operator.all_sites')}
              hint={t('channels.operator.all_sites_hint')}
            />
          )}
        </form.AppField>
      )}
      <form.FormError />
      <form.SubmitButton
        className="self-start"
        look="secondary"
        icon={<BellPlus aria-hidden="true" className="size-4" />}
      >
        {t('channels.operator.add')}
      </form.SubmitButton>
    </Form>
  );
}

/** The far end's own words; null: it was not the far end that refused. */
function sayRefusal(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'VALIDATION' ? error.message : null;
}
