/** Rights of a chat of an account, beside being told and acknowledging. */
import type { ChannelName } from '../states.ts';

/**
 * Each may do what those before it may.
 *
 * - `told`: is told of the sites that its contact is for, and acknowledges.
 * - `login`: gets links to log in with, and sees and mutes every site.
 * - `owner`: has proven that the account is its own. Says who else may log in, who is told, and what joins.
 */
const chatRoles = ['told', 'login', 'owner'] as const;
export type ChatRole = (typeof chatRoles)[number];

/** A recipient, as far as its rights are concerned. */
export interface RightsOfChat {
  readonly role: ChatRole;
  /** As the owner has said; it counts for `told` only. */
  readonly isAllowedToMute: boolean;
}

export function mayLogIn({ role }: Pick<RightsOfChat, 'role'>): boolean {
  return role !== 'told';
}

export function mayMute({ role, isAllowedToMute }: RightsOfChat): boolean {
  return role !== 'told' || isAllowedToMute;
}

/** Messengers in which people press buttons and write to the bot. */
export function hasButtons(channel: ChannelName): boolean {
  return channel === 'telegram' || channel === 'line';
}

/**
 * Whether one person alone reads a chat: ids of Telegram's groups are negative, those of LINE's users begin
 * with U. Nobody can log in from a group, since everybody in it could use the link.
 */
export function isPrivateChat(channel: ChannelName, address: string): boolean {
  if (channel === 'telegram') return !address.startsWith('-');
  return channel === 'line' && address.startsWith('U');
}
