import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Particulars } from '../../domain/people/particulars.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { insertCustomer } from '../../store/people/customers.ts';
import type { Monitor } from '../monitor.ts';
import { readPhone, requireFreePhone } from './checked-phone.ts';

interface NewCustomer extends Particulars {
  readonly name: string;
  /** As a person typed it. */
  readonly phone: string;
}

/**
 * Adds a customer, without a messenger yet.
 * @returns the customer's id
 * @throws AppError VALIDATION when the phone is none, CONFLICT when somebody else has it
 */
export function addCustomer(
  { store }: Pick<Monitor, 'store'>,
  given: NewCustomer,
  actor: Actor,
  now: Instant,
): number {
  const customer = { ...given, phone: readPhone(given.phone) };
  return store.transaction(() => {
    requireFreePhone(store, customer.phone, null);
    // The operator's confirmation of the number counts like its owner's.
    const proven = { ...customer, phoneProvenAt: now.wallMs };
    const id = insertCustomer(store, proven, now.wallMs);
    const known = Object.entries(customer).filter(([, value]) => value !== null);
    const after = Object.fromEntries(known);
    const entry = { actor, action: 'customer.add', subject: `customer:${id}`, after };
    writeAudit(store, entry, now.wallMs);
    return id;
  });
}
