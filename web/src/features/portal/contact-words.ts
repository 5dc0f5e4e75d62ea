import type { TFunction } from 'i18next';
import type { PortalStats } from './api/get-stats.ts';

export type Chat = PortalStats['messenger']['recipients'][number];
export type Site = PortalStats['devices'][number];

/** What a chat is called in the messenger, or the end of its number. */
export function nameOfChat({ name, label }: Pick<Chat, 'name' | 'label'>, t: TFunction): string {
  return name ?? t('messenger.chats.chat', { label });
}
