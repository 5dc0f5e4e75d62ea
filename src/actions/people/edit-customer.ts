import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import { texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { vouchForTypedKeys } from '../../store/devices/join-requests.ts';
import type { Store } from '../../store/engine/open.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type CustomerFields,
  type CustomerRow,
  endCustomerSessions,
  findCustomer,
  updateCustomer,
} from '../../store/people/customers.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { readPhone, requireFreePhone } from './checked-phone.ts';
import { endLastingWaysIn } from './end-lasting-ways-in.ts';
import { customerAccountName, forgetLogins } from './limit-logins.ts';

/** Fields that are left out stay. `phone` is as a person typed it. */
type CustomerEdit = {
  readonly [K in keyof Omit<CustomerFields, 'phoneProvenAt'>]?: CustomerFields[K] | undefined;
};

/**
 * Changes a customer's data. A new phone number, which counts as confirmed by the operator, and
 * deactivation end every session of the account. A new number also ends what lasts without one, since whoever had the
 * former number may have it. An inactive customer gets no alerts, while the devices
 * are still heard. A customer who becomes active again is told of open outages.
 * @throws AppError CUSTOMER_NOT_FOUND, VALIDATION when the phone is none, CONFLICT when somebody else
 *   has it
 */
export function editCustomer(
  monitor: Monitor,
  id: number,
  edit: CustomerEdit,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const phone = edit.phone === undefined ? undefined : readPhone(edit.phone);
  store.transaction(() => {
    const customer = getCustomer(store, id);
    if (phone !== undefined) requireFreePhone(store, phone, id);
    const wanted = { ...edit, phone, name: edit.name ?? nameWith(customer, phone) };
    const changed = differences<CustomerFields>(customer, wanted);
    if (changed === null) return;
    updateCustomer(store, id, changed.after);
    if (changed.after.phone !== undefined) {
      updateCustomer(store, id, { phoneProvenAt: now.wallMs });
      forgetLogins(store, customerAccountName(customer.phone));
      vouchForTypedKeys(store, id);
      leaveTrace(store, actor, 'account', id, now.wallMs);
      endLastingWaysIn(store, id, actor, now);
    }
    if (changed.after.phone !== undefined || changed.after.isActive === false) {
      endCustomerSessions(store, id);
    }
    if (changed.after.isActive === true) resumeAlerts(monitor, { customerId: id }, now);
    const entry = { actor, action: 'customer.edit', subject: `customer:${id}`, ...changed };
    writeAudit(store, entry, now.wallMs);
  });
  sendQueued(monitor);
}

/** A customer who is only known by the number is named after it, so the name follows a new number. */
function nameWith(customer: CustomerRow, phone: string | undefined): string {
  return phone !== undefined && customer.name === customer.phone ? phone : customer.name;
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export function getCustomer(store: Store, id: number): CustomerRow {
  const customer = findCustomer(store, id);
  if (customer === undefined) throw new AppError('CUSTOMER_NOT_FOUND', texts.customerNotFound);
  return customer;
}
