import { useStore } from '@tanstack/react-form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellPlus, BellRing, KeyRound, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type {
  addWebhookAnswerSchema,
  renewSecretAnswerSchema,
} from '../../../../src/contract/alerts/webhooks.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  ChannelAnswer,
  testChannelAnswerSchema,
} from '../../../../src/contract/system/channels.ts';
import type {
  AddOperatorRecipient,
  OperatorRecipientAnswer,
} from '../../../../src/contract/system/operator-recipients.ts';
import { hasTrait } from '../../../../src/domain/alerts/channel-traits.ts';
import {
  type WebhookFormat,
  webhookFormats,
} from '../../../../src/domain/alerts/webhook-address.ts';
import {
  linkedMessengers,
  OwnChat,
  operatorRecipientsQuery,
  operatorRecipientsPath as path,
  useLinkedMessengers,
} from '../../components/console/own-chat.tsx';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { webhookFormatWords } from '../../lib/webhook-words.ts';
import { settingWords } from './setting-words.ts';

/** Where the operator is told what is wrong with the service. */
export function OperatorCard({ channels }: { channels: readonly ChannelAnswer[] }) {
  const { t } = useTranslation();
  const { data: recipients = [] } = useQuery(operatorRecipientsQuery);
  const [secret, setSecret] = useState<string | null>(null);
  const messengers = useLinkedMessengers();
  const [connectsFrom, setConnectsFrom] = useState<number | null>(null);
  // Once the chat is there, the way to connect it is done.
  const isConnecting = connectsFrom === recipients.length;
  // Chats are connected by a link, as customers' are: nobody types their numbers.
  const usable = channels.flatMap(({ name, is_set_up: isSetUp }) =>
    isSetUp && hasTrait(name, 'tellsOperator') && !linkedMessengers.some((one) => one === name)
      ? [name]
      : [],
  );
  return (
    <SettingsCard title={t('channels.operator.title')} text={t('channels.operator.text')}>
      <div className="flex max-w-2xl flex-col gap-5">
        {recipients.length > 0 && (
          <ul className="divide-y divide-line">
            {recipients.map((recipient) => (
              <OperatorRecipient
                key={recipient.id ?? `${recipient.channel}:${recipient.address}`}
                recipient={recipient}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
        {messengers.length > 0 && (isConnecting || recipients.length === 0) && (
          <OwnChat key={recipients.length} messengers={messengers} />
        )}
        {messengers.length > 0 && recipients.length > 0 && !isConnecting && (
          <Button
            look="secondary"
            className="self-start"
            onClick={() => setConnectsFrom(recipients.length)}
          >
            {t('channels.operator.connect')}
          </Button>
        )}
        {usable.length + messengers.length === 0 ? (
          <Notice kind="info">{t('channels.operator.no_channel')}</Notice>
        ) : usable.length === 0 ? null : (
          // Another form once another channel is there to choose.
          <OperatorForm key={usable.join()} channels={usable} onSecret={setSecret} />
        )}
      </div>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </SettingsCard>
  );
}

type Channel = AddOperatorRecipient['channel'];

interface OperatorFormProps {
  /** Those that are set up. */
  channels: readonly Channel[];
  onSecret: (secret: string | null) => void;
}

/** Adds an address of the operator, which has to take a test. */
function OperatorForm({ channels, onSecret }: OperatorFormProps) {
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

interface OperatorRecipientProps {
  recipient: OperatorRecipientAnswer;
  onSecret: (secret: string) => void;
}

/** One address of the operator, with what can be done about it. */
function OperatorRecipient({ recipient, onSecret }: OperatorRecipientProps) {
  const { t } = useTranslation();
  const { id, channel, address, unreachable_reason: reason } = recipient;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere min-w-0">{address}</span>
          {reason === null ? (
            <Badge tone="good" icon={BellRing}>
              {t('channels.operator.told')}
            </Badge>
          ) : (
            <Badge tone="bad" icon={TriangleAlert}>
              {t('channels.operator.gone')}
            </Badge>
          )}
        </p>
        <p className="text-muted text-xs">
          {[
            t(channelWords[channel]),
            recipient.is_for_all_sites
              ? t('channels.operator.hears_all')
              : t('channels.operator.hears_service'),
            ...(id === null ? [t('channels.operator.configured')] : []),
          ].join(' · ')}
        </p>
        {reason !== null && (
          <code className="wrap-anywhere mt-1 block font-mono text-muted text-xs">{reason}</code>
        )}
      </div>
      {id !== null && <Tools id={id} recipient={recipient} onSecret={onSecret} />}
    </li>
  );
}

function Tools({ id, recipient, onSecret }: OperatorRecipientProps & { id: number }) {
  const { t } = useTranslation();
  const { address } = recipient;
  const test = useTestOperatorRecipient();
  const renew = useRenewOperatorSecret();
  const remove = useRemoveOperatorRecipient();
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const sendTest = async () => {
    try {
      const refusal = await test.mutateAsync(id);
      if (refusal === null) toast.success(t('channels.test.taken'));
      else toast.error(`${t('channels.test.refused')} ${refusal}`);
    } catch (error) {
      toast.error(describeError(error, t));
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="ghost"
        size="small"
        icon={<Send aria-hidden="true" className="size-4" />}
        isBusy={test.isPending}
        onClick={() => void sendTest()}
      >
        {t('channels.operator.test')}
        <span className="sr-only">: {address}</span>
      </Button>
      {recipient.is_signed && (
        <Button
          look="ghost"
          size="small"
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          onClick={() => setAsked('renew')}
        >
          {t('messenger.webhook.renew')}
          <span className="sr-only">: {address}</span>
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsked('remove')}
      >
        {t('channels.operator.remove')}
        <span className="sr-only">: {address}</span>
      </Button>
      <ConfirmDialog
        isOpen={asked === 'renew'}
        onClose={close}
        title={t('messenger.webhook.renew_title', { label: address })}
        description={t('messenger.webhook.renew_text')}
        action={t('messenger.webhook.renew')}
        onConfirm={async () => onSecret(await renew.mutateAsync(id))}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={close}
        title={t('channels.operator.remove_title', { address })}
        description={t('channels.operator.remove_text')}
        action={t('channels.operator.remove')}
        isDestructive
        onConfirm={() => remove.mutateAsync(id)}
      />
    </div>
  );
}

const { queryKey } = operatorRecipientsQuery;

function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** Gives the secret of a webhook; null where nothing is signed. */
function useAddOperatorRecipient() {
  return useChange(
    async (recipient: AddOperatorRecipient) =>
      (await adminApi.post<OutputOf<typeof addWebhookAnswerSchema>>(path, recipient)).secret,
  );
}

function useRemoveOperatorRecipient() {
  return useChange((id: number) => adminApi.delete<unknown>(`${path}/${id}`));
}

/** Null: the far end took the message. Otherwise what it said. */
function useTestOperatorRecipient() {
  type Answer = OutputOf<typeof testChannelAnswerSchema>;
  return useChange(
    async (id: number) => (await adminApi.post<Answer>(`${path}/${id}/test`)).data.refusal,
  );
}

function useRenewOperatorSecret() {
  type Answer = OutputOf<typeof renewSecretAnswerSchema>;
  return useChange(
    async (id: number) => (await adminApi.post<Answer>(`${path}/${id}/secret`)).secret,
  );
}
