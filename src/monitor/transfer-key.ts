import type { Actor } from '../domain/actor.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { findCustomer } from '../store/customers.ts';
import { assignKey } from './assign-key.ts';
import { getKey } from './change-key.ts';
import { settleDevices } from './hand-over-device.ts';
import type { Monitor } from './monitor.ts';

/**
 * Gives a key to another customer. The device it serves goes with it: whoever gets it sees what happens
 * from now on, whoever had it hears no more of it and has to log in anew. To the customer who has it
 * already, nothing but the notes changes.
 * @param notes undefined: they stay
 * @returns its code as it is stored
 * @throws AppError KEY_NOT_FOUND, KEY_INACTIVE, CUSTOMER_NOT_FOUND, CONFLICT when that customer is not
 *   active
 */
export function transferKey(
  monitor: Monitor,
  code: string,
  to: { readonly customerId: number; readonly notes?: string | null | undefined },
  actor: Actor,
  now: Instant,
): string {
  const { store } = monitor;
  settleDevices(monitor);
  const { keyCode, handedOver } = store.transaction(() => {
    const key = getKey(store, code);
    const customer = findCustomer(store, to.customerId);
    if (customer === undefined) throw new AppError('CUSTOMER_NOT_FOUND', 'Customer not found');
    const assignment = { key, customer, notes: to.notes, action: 'key.transfer' } as const;
    return { keyCode: key.keyCode, handedOver: assignKey(monitor, assignment, actor, now) };
  });
  handedOver?.publish();
  return keyCode;
}
