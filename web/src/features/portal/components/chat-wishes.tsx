import { Suspense } from 'react';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { portalExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Chat } from '../contact-words.ts';
import { useChatEdit } from '../use-chat-edit.ts';

/** What a chat gets besides alerts, if it wants. */
export function ChatWishes({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { wanted, save } = useChatEdit(chat.id);
  return (
    <>
      <Suspense>
        {portalExtras().flatMap(({ name, chatWishes = [] }) =>
          chatWishes.map((Wish) => <Wish key={name} chat={chat} />),
        )}
      </Suspense>
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
