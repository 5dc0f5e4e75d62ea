import { AppError } from '../../domain/errors.ts';
import { refusals, texts } from '../../domain/findings.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import type { Store } from '../../store/engine/open.ts';
import { findCustomerByPhone } from '../../store/people/customers.ts';

/**
 * A phone number as E.164.
 * @param text as a person typed it
 * @throws AppError VALIDATION
 */
export function readPhone(text: string): string {
  const phone = normalisePhone(text);
  if (phone !== null) return phone;
  throw new AppError('VALIDATION', texts.invalidPhone, { fields: { phone: texts.invalidPhone } });
}

/**
 * Makes sure that a number belongs to nobody else; within the transaction that gives it to `customerId`.
 * @param phone E.164
 * @param customerId null: a customer who does not exist yet
 * @throws AppError CONFLICT
 */
export function requireFreePhone(store: Store, phone: string, customerId: number | null): void {
  const owner = findCustomerByPhone(store, phone);
  if (owner === undefined || owner.id === customerId) return;
  throw new AppError('CONFLICT', 'Another customer has this phone number.', {
    fields: { phone: refusals.phoneTaken },
  });
}
