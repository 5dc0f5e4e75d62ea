import { messageKinds } from '../domain/alerts/delivery.ts';
import { localPeriodOf } from '../domain/local-days.ts';
import { isShort, type Quota } from '../domain/system/channel-standing.ts';
import type { Store } from '../store/engine/open.ts';
import { readAccountPart } from '../store/outbox/account-part.ts';
import type { ClaimedMessage } from '../store/outbox/claim.ts';

/**
 * When what a channel may send runs short, the rest is for accounts that have not had their equal part of
 * the day or the month: one whose power comes and goes all night does not use up the alerts of all others.
 * @param nowMs epoch ms
 * @returns why a message does not go. Null: it may
 */
export function refuseOverPart(
  store: Store,
  { channel, address, kind }: ClaimedMessage,
  quota: Quota,
  nowMs: number,
  timezone: string,
): string | null {
  if (messageKinds[kind].goesBeyondPart === true || !isShort(quota)) return null;
  const { fromAt } = localPeriodOf(nowMs, quota.period, timezone);
  const part = readAccountPart(store, channel, address, fromAt);
  if (part === null || part.sent * part.accounts < quota.limit) return null;
  return `What may be sent is nearly used up; this account has had its part of it (${part.sent} of ${quota.limit})`;
}
