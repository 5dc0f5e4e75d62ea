import { SwitchField } from '../../components/ui/switch-field.tsx';
import { useChatEdit } from '../../features/portal/use-chat-edit.ts';
import type { ChatWishProps } from '../../lib/extras.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Whether a chat gets the report of each month. */
export function DigestSwitch({ chat }: ChatWishProps) {
  const { t } = useTranslation();
  const { wanted, save } = useChatEdit(chat.id);
  return (
    <SwitchField
      label={t('paper.digest')}
      hint={t('paper.digest_hint')}
      isOn={wanted?.digest ?? chat.wants_digest}
      onChange={(digest) => save({ digest })}
    />
  );
}
