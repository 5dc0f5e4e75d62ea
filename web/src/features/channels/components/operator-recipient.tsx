import { BellRing, KeyRound, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { OperatorRecipientAnswer } from '../../../../../src/contract/system/operator-recipients.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  useRemoveOperatorRecipient,
  useRenewOperatorSecret,
  useTestOperatorRecipient,
} from '../api/operator-recipients.ts';

interface OperatorRecipientProps {
  recipient: OperatorRecipientAnswer;
  onSecret: (secret: string) => void;
}

/** One address of the operator, with what can be done about it. */
export function OperatorRecipient({ recipient, onSecret }: OperatorRecipientProps) {
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
