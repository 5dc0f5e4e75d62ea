import { localParts } from '../local-days.ts';

const hours = { from: 8, to: 21 };

/**
 * Whether a phone may ring that somebody only named: it may be a stranger's.
 * @param at epoch ms
 * @param timezone IANA name
 */
export function isCallHour(at: number, timezone: string): boolean {
  const { hour = 0 } = localParts(at, timezone);
  return hour >= hours.from && hour < hours.to;
}
