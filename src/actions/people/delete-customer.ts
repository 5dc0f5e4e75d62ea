import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { countHoldings } from '../../store/people/customers.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';
import { eraseCustomer } from './erase-customer.ts';

/**
 * Deletes a customer who has neither a device nor a key, with everything that says who they are. Past outages and
 * events of former devices stay with the devices.
 * @throws AppError CUSTOMER_NOT_FOUND, CONFLICT while anything is theirs
 */
export async function deleteCustomer(
  monitor: Monitor,
  id: number,
  actor: Actor,
  now: Instant,
): Promise<void> {
  const { store } = monitor;
  const check = () => {
    const { devices, keys } = countHoldings(store, getCustomer(store, id).id);
    if (devices > 0 || keys > 0) throw new AppError('CONFLICT', whatToDoFirst(devices, keys));
  };
  check();
  await eraseCustomer(monitor, id, actor, now, { action: 'customer.delete', check });
}

function whatToDoFirst(devices: number, keys: number): string {
  const device = devices === 1 ? 'device' : 'devices';
  const key = keys === 1 ? 'activation key' : 'activation keys';
  if (keys === 0) {
    return `This customer still has ${devices} ${device}; release or delete the ${device} first.`;
  }
  if (devices === 0) {
    return `This customer still has ${keys} ${key}; transfer or delete the ${key} first.`;
  }
  return `This customer still has ${devices} ${device} and ${keys} ${key}; release or delete the ${device}, and transfer or delete the ${key} first.`;
}
