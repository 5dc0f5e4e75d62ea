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
 * Everything that is stored about a customer, to be read bit by bit; that somebody took it out is
 * written down. Somebody in an account that may be a stranger's is not given what the operator wrote.
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
