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
  if (channel === 'email' || channel === 'webpush' || channel === 'log') return label;
  return t('messenger.chats.chat', { messenger: t(messengerWords[channel]), label });
}
