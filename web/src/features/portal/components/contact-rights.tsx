import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Contact } from '../api/contacts.ts';
import { nameOfChat } from '../contact-words.ts';
import { ChatRights } from './chat-rights.tsx';
import { PressToOpen } from './press-to-open.tsx';

/** Who of a contact may log in and mute: a switch each for every chat, behind a press. */
export function ContactRights({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const { name, recipients } = contact;
  // From the others nobody logs in or mutes.
  const chats = recipients.filter(({ may_mute: may }) => may !== null);
  if (chats.length === 0) return null;
  return (
    <div className="flex flex-col items-start text-sm">
      <PressToOpen
        isOpen={isOpen}
        onChange={setIsOpen}
        panel={panel}
        label={t('contacts.rights_name', { name })}
      >
        {t('contacts.rights')}
      </PressToOpen>
      <div id={panel} hidden={!isOpen} className="w-full">
        {isOpen &&
          chats.map((chat) => (
            <fieldset key={chat.id} className="mt-2 min-w-0">
              <legend className="text-muted wrap-anywhere">{nameOfChat(chat, t)}</legend>
              <ChatRights chat={chat} />
            </fieldset>
          ))}
      </div>
    </div>
  );
}
