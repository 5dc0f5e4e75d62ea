import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { readOpenQuestions } from '../../store/devices/join-requests.ts';
import { emptyLog } from '../../store/engine/empty-log.ts';
import { markDeleted } from '../../store/engine/sweep-file.ts';
import { deleteRollUpsOfOwner } from '../../store/fleet/roll-ups.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { deleteCustomerRow } from '../../store/people/customers.ts';
import {
  eraseAudit,
  eraseEvents,
  eraseHoldings,
  lastAuditId,
  leaveOthersNames,
  readAuditNames,
  readFormerNames,
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

interface ErasureOptions {
  /** Default: `customer.erase`. */
  readonly action?: string;
  /** Runs in the last transaction, where it may throw. */
  readonly check?: () => void;
  readonly giveWay?: () => Promise<void>;
}

/**
 * Deletes a customer with everything that says who they are: the account, recipients, sessions and messages;
 * names, places and networks in their events; the hourly heartbeats of their devices; their data in audit
 * entries; areas of the public page that their own addresses follow. Their devices are released and their keys
 * revoked. Outages stay without an owner, so that the installation's statistics stay true. If the work is cut short,
 * repeating it finishes it.
 * @throws AppError CUSTOMER_NOT_FOUND, and what `check` throws
 */
export async function eraseCustomer(
  monitor: Monitor,
  id: number,
  actor: Actor,
  now: Instant,
  {
    action = 'customer.erase',
    check = () => {},
    giveWay = () => new Promise((resolve) => setImmediate(resolve)),
  }: ErasureOptions = {},
): Promise<void> {
  const { store } = monitor;
  // Nobody is left to answer what asks to join.
  const waiting = readOpenQuestions(store, id).flatMap(({ deviceId }) => deviceId ?? []);
  const names = readAuditNames(store, getCustomer(store, id).id);
  const last = lastAuditId(store);
  for (const range of rangesUpTo(last)) {
    readFormerNames(store, range, names);
    await giveWay();
  }
  leaveOthersNames(store, names);
  // The audit log comes before the events, which say when former devices were theirs.
  for (const range of rangesUpTo(last)) {
    store.transaction(() => eraseAudit(store, range, names));
    await giveWay();
  }
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
  storePendingReports(monitor);
  const { owned, adopts } = store.transaction(() => {
    getCustomer(store, id);
    check();
    const deviceIds = readOwnedDeviceIds(store, id);
    const released = deviceIds.map((deviceId) =>
      letDeviceGo(monitor, getDevice(store, deviceId), actor, now),
    );
    // Erases what was recorded meanwhile, and about the boards that were just released.
    eraseEvents(store, id, Number.MAX_SAFE_INTEGER);
    eraseAudit(store, { afterId: last, lastId: lastAuditId(store) }, names);
    eraseHoldings(store, id);
    // Phone numbers, former ones as well, are among them.
    for (const name of names.identifiers) forgetLogins(store, customerAccountName(name));
    deleteCustomerRow(store, id);
    writeAudit(store, { actor, action, subject: `customer:${id}` }, now.wallMs);
    markDeleted(store);
    return { owned: deviceIds, adopts: released };
  });
  for (const adopt of adopts) adopt();
  followUp(monitor, now, [...waiting, ...owned]);
  emptyLog(store);
}

function* rangesUpTo(last: number) {
  for (let afterId = 0; afterId < last; afterId += rowsPerStep) {
    yield { afterId, lastId: Math.min(last, afterId + rowsPerStep) };
  }
}
