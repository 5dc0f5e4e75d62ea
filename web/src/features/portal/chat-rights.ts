import type { TFunction } from 'i18next';
import type { Chat } from './contact-words.ts';

/** Who may log in from a chat and who may mute, in a sentence. */
export function sayRights(chat: Chat, t: TFunction): string {
  if (chat.is_owner) return t('messenger.rights.owner');
  if (chat.may_log_in === true) return t('messenger.rights.log_in');
  return chat.may_mute === true ? t('messenger.rights.mute') : t('messenger.rights.none');
}
