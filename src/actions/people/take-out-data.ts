import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type PersonalSection,
  personalSections,
  type TakenBy,
} from '../../store/people/personal-data.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';

/**
 * Everything stored about a customer, read step by step. The audit log records the download. In an
 * account that may be a stranger's, the operator's own notes are left out.
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export function takeOutData(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  takenBy: TakenBy,
  actor: Actor,
  now: Instant,
): PersonalSection[] {
  store.transaction(() => {
    getCustomer(store, customerId);
    const entry = { actor, action: 'customer.take-out-data', subject: `customer:${customerId}` };
    writeAudit(store, entry, now.wallMs);
  });
  return personalSections(store, customerId, takenBy);
}
