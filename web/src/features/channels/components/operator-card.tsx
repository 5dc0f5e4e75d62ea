import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChannelAnswer } from '../../../../../src/contract/system/channels.ts';
import { OwnChat, useLinkedMessengers } from '../../../components/console/own-chat.tsx';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { linkedMessengers, operatorRecipientsQuery } from '../../../lib/console/operator-chats.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { OperatorForm } from './operator-form.tsx';
import { OperatorRecipient } from './operator-recipient.tsx';

/** Where the operator is told what is wrong with the service. */
export function OperatorCard({ channels }: { channels: readonly ChannelAnswer[] }) {
  const { t } = useTranslation();
  const { data: recipients = [] } = useQuery(operatorRecipientsQuery);
  const [secret, setSecret] = useState<string | null>(null);
  const messengers = useLinkedMessengers();
  const [connectsFrom, setConnectsFrom] = useState<number | null>(null);
  // Once the chat is there, the way to connect it is done.
  const isConnecting = connectsFrom === recipients.length;
  // Chats are connected by a link, as customers' are: nobody types their numbers. Calls tell of losses only.
  const usable = channels.flatMap(({ name, is_set_up: isSetUp }) =>
    isSetUp &&
    name !== 'webpush' &&
    name !== 'call' &&
    !linkedMessengers.some((one) => one === name)
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
