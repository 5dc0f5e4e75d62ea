import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { writeDeletionRequest } from '../../store/people/privacy.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';

/**
 * A customer asks for their data to be deleted, or withdraws that. Asking twice keeps the first moment.
 * Until the operator answers, everything goes on as before.
 * @returns when it was asked for, epoch ms. Null: there is no request
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export function requestDeletion(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  isWanted: boolean,
  actor: Actor,
  now: Instant,
): number | null {
  return store.transaction(() => {
    const { deletionRequestedAt } = getCustomer(store, customerId);
    if ((deletionRequestedAt !== null) === isWanted) return deletionRequestedAt;
    const at = isWanted ? now.wallMs : null;
    writeDeletionRequest(store, customerId, at);
    const action = isWanted ? 'customer.request-deletion' : 'customer.withdraw-deletion';
    writeAudit(store, { actor, action, subject: `customer:${customerId}` }, now.wallMs);
    return at;
  });
}
