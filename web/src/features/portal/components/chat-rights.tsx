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
