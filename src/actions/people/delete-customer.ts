import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { readOpenQuestions } from '../../store/devices/join-requests.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { countHoldings, deleteCustomerRow } from '../../store/people/customers.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';

/**
 * Deletes a customer who has neither a device nor a key, and their recipients. Past outages and events of
 * former devices stay with the devices.
 * @throws AppError CUSTOMER_NOT_FOUND, CONFLICT while anything is theirs
 */
export function deleteCustomer(monitor: Monitor, id: number, actor: Actor, now: Instant): void {
  const { store } = monitor;
  const waiting = store.transaction(() => {
    const { tokenVersion: _, ...before } = getCustomer(store, id);
    const { devices, keys } = countHoldings(store, id);
    if (devices > 0 || keys > 0) throw new AppError('CONFLICT', whatToDoFirst(devices, keys));
    const asking = readOpenQuestions(store, id).flatMap(({ deviceId }) => deviceId ?? []);
    deleteCustomerRow(store, id);
    const entry = { actor, action: 'customer.delete', subject: `customer:${id}`, before };
    writeAudit(store, entry, now.wallMs);
    return asking;
  });
  // Nobody is left to answer the account's questions.
  followUp(monitor, now, waiting);
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
