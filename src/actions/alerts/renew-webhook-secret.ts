import {
  isSigned,
  readWebhookAddress,
  renewWebhookAddress,
} from '../../domain/alerts/webhook-address.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { readRecipients } from '../../store/alerts/recipients.ts';
import { applyOutboxChanges } from '../../store/outbox/mark.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import type { Monitor } from '../monitor.ts';
import { getOperatorRecipient } from '../system/operator-recipients.ts';
import { makeSalt } from './connect-webhook.ts';

/** The time in which the secret so far signs besides the new one, in ms. */
const overlapMs = 24 * 3_600_000;

/**
 * Gives a webhook of a customer another secret. For a day messages are signed with both.
 * @returns its address from now on
 * @throws AppError NOT_FOUND; CONFLICT when nothing is signed there
 */
export function renewWebhookSecret(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  recipientId: number,
  actor: Actor,
  now: Instant,
): string {
  return store.transaction(() => {
    const row = readRecipients(store, customerId).find(({ id }) => id === recipientId);
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such webhook.');
    const subject = `customer:${customerId}`;
    const after = { webhook: row.name };
    writeAudit(store, { actor, action: 'recipient.renew-secret', subject, after }, now.wallMs);
    return renew(store, row, now);
  });
}

/** The same for a webhook of the operator's own. */
export function renewOperatorSecret(
  { store }: Pick<Monitor, 'store'>,
  id: number,
  actor: Actor,
  now: Instant,
): string {
  return store.transaction(() => {
    const row = getOperatorRecipient({ store }, id);
    const entry = { actor, action: 'operator-recipient.renew-secret' };
    writeAudit(store, { ...entry, subject: `operator-recipient:${id}` }, now.wallMs);
    leaveTrace(store, actor, 'secret', id, now.wallMs);
    return renew(store, row, now);
  });
}

function renew(store: Monitor['store'], row: OperatorAddress, { wallMs }: Instant): string {
  const from = row.address;
  const address = isSigned(row) ? readWebhookAddress(from) : null;
  if (address === null) throw new AppError('CONFLICT', 'What is sent there is not signed.');
  const to = renewWebhookAddress(address, makeSalt(), wallMs + overlapMs);
  applyOutboxChanges(store, [{ type: 'recipient-moved', channel: 'webhook', from, to }]);
  return to;
}
