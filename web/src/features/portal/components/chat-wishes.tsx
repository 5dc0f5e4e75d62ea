import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useEditRecipient } from '../api/edit-recipient.ts';
import type { PortalStats } from '../api/get-stats.ts';

type Chat = PortalStats['messenger']['recipients'][number];

/** What a chat gets besides alerts, if it wants. */
export function ChatWishes({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { mutate, variables, isPending } = useEditRecipient(chat.id);
  const wanted = isPending ? variables : undefined;
  const save = (body: Parameters<typeof mutate>[0]) =>
    mutate(body, {
      onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
    });
  return (
    <div className="flex w-full flex-col gap-1 text-sm">
      <SwitchField
        label={t('messenger.chats.digest')}
        hint={t('messenger.chats.digest_hint')}
        isOn={wanted?.digest ?? chat.wants_digest}
        onChange={(digest) => save({ digest })}
      />
      {chat.is_pinned !== null && (
        <SwitchField
          label={t('messenger.chats.pinned')}
          hint={t('messenger.chats.pinned_hint')}
          isOn={wanted?.pinned ?? chat.is_pinned}
          onChange={(pinned) => save({ pinned })}
        />
      )}
    </div>
  );
}
