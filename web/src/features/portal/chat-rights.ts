import type { TFunction } from 'i18next';
import type { Chat } from './contact-words.ts';
import type { PortalStats } from './portal-stats.ts';

/** Who may log in from a chat and who may mute, in a sentence. */
export function sayRights(chat: Chat, t: TFunction): string {
  if (chat.is_owner) return t('messenger.rights.owner');
  if (chat.may_log_in === true) return t('messenger.rights.log_in');
  return chat.may_mute === true ? t('messenger.rights.mute') : t('messenger.rights.none');
}

/** The chats of which owners are still to say whether they may log in. */
export function chatsToAskOf({ user, messenger }: PortalStats): Chat[] {
  if (!user.is_asked_who_logs_in) return [];
  return messenger.recipients.filter(({ may_log_in: may }) => may !== null);
}
