import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { readOpenQuestions } from '../../store/devices/join-requests.ts';
import { deleteRollUpsOfOwner } from '../../store/fleet/events.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { deleteCustomerRow } from '../../store/people/customers.ts';
import {
  eraseAudit,
  eraseEvents,
  eraseHoldings,
  lastAuditId,
  readAuditNames,
} from '../../store/people/erasure.ts';
import { readOwnedDeviceIds } from '../../store/people/privacy.ts';
import { getDevice } from '../devices/edit-device.ts';
import { storePendingReports } from '../devices/hand-over-device.ts';
import { letDeviceGo } from '../devices/release-device.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';
import { customerAccountName, forgetLogins } from './limit-logins.ts';

/** Rows erased in one step: a few milliseconds, between which boards are heard. */
const rowsPerStep = 500;

/**
 * Deletes a customer with everything that says who they are: the account, recipients, sessions and messages;
 * names, places and networks in their events; the hourly heartbeats of their devices; their data in audit
 * entries. Their devices are released and their keys revoked. Outages stay without an owner, so that the
 * installation's statistics stay true. If the work is cut short, repeating it finishes it.
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export async function eraseCustomer(
  monitor: Monitor,
  id: number,
  actor: Actor,
  now: Instant,
  giveWay: () => Promise<void> = () => new Promise((resolve) => setImmediate(resolve)),
): Promise<void> {
  const { store } = monitor;
  // Nobody is left to answer what asks to join.
  const waiting = readOpenQuestions(store, id).flatMap(({ deviceId }) => deviceId ?? []);
  const names = readAuditNames(store, getCustomer(store, id).id);
  // Hourly heartbeats have no owner of their own as long as the board has this one.
  for (const deviceId of readOwnedDeviceIds(store, id)) {
    const { id: row } = getDevice(store, deviceId);
    store.transaction(() => deleteRollUpsOfOwner(store, row));
    await giveWay();
  }
  let erased = rowsPerStep;
  while (erased === rowsPerStep) {
    erased = store.transaction(() => eraseEvents(store, id, rowsPerStep));
    await giveWay();
  }
  const last = lastAuditId(store);
  for (let afterId = 0; afterId < last; afterId += rowsPerStep) {
    const range = { afterId, lastId: afterId + rowsPerStep };
    store.transaction(() => eraseAudit(store, range, names));
    await giveWay();
  }
  storePendingReports(monitor);
  const { owned, adopts } = store.transaction(() => {
    const customer = getCustomer(store, id);
    const deviceIds = readOwnedDeviceIds(store, id);
    const released = deviceIds.map((deviceId) =>
      letDeviceGo(monitor, getDevice(store, deviceId), actor, now),
    );
    // Erases what was recorded meanwhile, and about the boards that were just released.
    eraseEvents(store, id, Number.MAX_SAFE_INTEGER);
    const range = { afterId: last, lastId: lastAuditId(store) };
    eraseAudit(store, range, names);
    eraseHoldings(store, id);
    forgetLogins(store, customerAccountName(customer.phone));
    deleteCustomerRow(store, id);
    writeAudit(store, { actor, action: 'customer.erase', subject: `customer:${id}` }, now.wallMs);
    return { owned: deviceIds, adopts: released };
  });
  for (const adopt of adopts) adopt();
  followUp(monitor, now, [...waiting, ...owned]);
}
