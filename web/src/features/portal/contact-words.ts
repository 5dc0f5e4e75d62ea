import type { TFunction } from 'i18next';
import { messengerWords } from './components/messenger-words.ts';
import type { PortalStats } from './portal-stats.ts';

export type Chat = PortalStats['messenger']['recipients'][number];
export type Site = PortalStats['devices'][number];

/** What a chat is called in the messenger, or the messenger and the end of its number. */
export function nameOfChat(chat: Pick<Chat, 'name' | 'channel' | 'label'>, t: TFunction): string {
  return chat.name ?? placeOfChat(chat, t);
}

/** The messenger, and the end of the chat's number there. */
export function placeOfChat({ channel, label }: Pick<Chat, 'channel' | 'label'>, t: TFunction) {
  if (channel === 'webpush' || channel === 'log') return label;
  return t('messenger.chats.chat', { messenger: t(messengerWords[channel]), label });
}

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
