/** Keys that are sold to customers, and a board that enrols with them. */
import { enrolDevice } from '../../src/actions/devices/enrol-device.ts';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import type { Monitor } from '../../src/actions/monitor.ts';
import { findCustomer } from '../../src/store/people/customers.ts';
import { testActor } from './monitor.ts';

export const boardId = 'fw-00000000000a';

export function phoneOf({ store }: Pick<Monitor, 'store'>, customerId: number): string {
  return findCustomer(store, customerId)?.phone ?? '';
}

/** A key of a customer, or of nobody. */
export function sellKey(monitor: Monitor, customerId: number | null = null): string {
  const phone = customerId === null ? null : phoneOf(monitor, customerId);
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
  const [code = ''] = createKeys(monitor, order, testActor, monitor.clock());
  return code;
}

/** @returns the board's token */
export function enrolBoard(monitor: Monitor, key: string, customerId: number): string {
  const enrolment = {
    device_id: boardId,
    activation_key: key,
    phone: phoneOf(monitor, customerId),
    device_type: 's2-mini',
    firmware_version: '1.0.0',
  } as const;
  return enrolDevice(monitor, enrolment, monitor.clock()).token;
}
