import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Chat } from '../contact-words.ts';
import { useChatEdit } from '../use-chat-edit.ts';

/** What a chat gets besides alerts, if it wants. */
export function ChatWishes({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { wanted, save } = useChatEdit(chat.id);
  return (
    <>
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
    </>
  );
}
