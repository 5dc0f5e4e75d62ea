import { ChevronDown } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Chat } from '../contact-words.ts';
import { useChatEdit } from '../use-chat-edit.ts';

/** What a chat may do beside being told, as switches; a sentence where it is not for anybody to change. */
export function ChatRights({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { wanted, save } = useChatEdit(chat.id);
  const { may_log_in: logIn, may_mute: mute } = chat;
  if (mute === null) return <p className="py-2 text-muted">{t('messenger.rights.not_there')}</p>;
  const mayLogIn = wanted?.may_log_in ?? logIn;
  return (
    <>
      {mayLogIn === null ? (
        <p className="py-2 text-muted">{t('messenger.rights.group')}</p>
      ) : (
        <SwitchField
          label={t('messenger.rights.log_in_label')}
          hint={
            chat.is_owner ? t('messenger.rights.owner_hint') : t('messenger.rights.log_in_hint')
          }
          isOn={mayLogIn}
          onChange={(may_log_in) => save({ may_log_in })}
        />
      )}
      <SwitchField
        label={t('messenger.rights.mute_label')}
        hint={
          mayLogIn === true ? t('messenger.rights.mute_always') : t('messenger.rights.mute_hint')
        }
        isOn={mayLogIn === true || (wanted?.may_mute ?? mute)}
        isDisabled={mayLogIn === true}
        onChange={(may_mute) => save({ may_mute })}
      />
    </>
  );
}

interface PressToOpenProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** Id of what it opens. */
  panel: string;
  children: string;
  /** In place of the words, for whoever does not see beside what they stand; has them in it. */
  label: string;
}

/** Opens controls that are not needed at once. */
export function PressToOpen({ isOpen, onChange, panel, children, label }: PressToOpenProps) {
  return (
    <Button
      look="ghost"
      size="small"
      aria-expanded={isOpen}
      aria-controls={panel}
      aria-label={label}
      icon={<ChevronDown aria-hidden="true" className={isOpen ? 'size-4 rotate-180' : 'size-4'} />}
      onClick={() => onChange(!isOpen)}
    >
      {children}
    </Button>
  );
}
