import { localPeriodOf } from '../domain/local-days.ts';
import { isShort, type Quota } from '../domain/system/channel-standing.ts';
import type { Store } from '../store/engine/open.ts';
import { readAccountPart } from '../store/outbox/account-part.ts';
import type { ClaimedMessage } from '../store/outbox/claimed-message.ts';
import { SendError } from './channel.ts';

/**
 * When what a channel may send runs short, the rest is for accounts that have not had their equal part of
 * the day or the month: one whose power comes and goes all night does not use up the alerts of all others.
 * @param nowMs epoch ms
 * @throws SendError when the account has had its part; what concerns the operator always goes
 */
export function keepToEqualParts(
  store: Store,
  { channel, address, kind }: ClaimedMessage,
  quota: Quota,
  nowMs: number,
  timezone: string,
): void {
  if (kind === 'operator' || !isShort(quota)) return;
  const { fromAt } = localPeriodOf(nowMs, quota.period, timezone);
  const part = readAccountPart(store, channel, address, fromAt);
  if (part === null || part.sent * part.accounts < quota.limit) return;
  throw new SendError(
    `What may be sent is nearly used up; this account has had its part of it (${part.sent} of ${quota.limit})`,
    { permanent: true },
  );
}
