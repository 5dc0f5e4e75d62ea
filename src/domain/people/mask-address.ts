import { hasTrait } from '../alerts/channel-traits.ts';
import type { ChannelName } from '../states.ts';

/** This many last digits tell a family's recipients apart without giving them away. */
export function maskAddress(address: string): string {
  const shown = Math.min(4, Math.floor(address.length / 2));
  return `••••${address.slice(address.length - shown)}`;
}

/**
 * The address of a recipient as the log may keep it, which no deletion reaches. Numbers of phones and mailboxes say who
 * somebody is.
 */
export function showAddressInLog(channel: ChannelName, address: string): string {
  const isName = hasTrait(channel, 'reachesStrangers');
  return isName ? maskAddress(address) : showAddress(channel, address);
}

/**
 * The address of a recipient as an operator may see it. Whoever has the address of a program or a
 * browser can post there, so only its host is shown.
 */
export function showAddress(channel: ChannelName, address: string): string {
  if (channel !== 'webhook' && channel !== 'webpush') return address;
  return URL.parse(address)?.host ?? maskAddress(address);
}
