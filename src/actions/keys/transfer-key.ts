import { AppError } from '../../domain/errors.ts';
import { texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { replaceCredentials } from '../devices/device-credentials.ts';
import { storePendingReports } from '../devices/hand-over-device.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { assignKey } from './assign-key.ts';
import { getKey, replaceKeyCode } from './change-key.ts';

/**
 * Gives a key to another customer. The device it serves goes with it: whoever gets it sees what happens
 * from now on, whoever had it hears no more of it and has to log in anew. What the former owner knows
 * is worth nothing from then on: the key has another code, and the device's token ends, at once or as
 * soon as the device has another. A key that nobody has keeps its code: its paper goes to the customer.
 * To the customer who has it already, nothing but the notes changes.
 * @param notes undefined: they stay
 * @returns its code as it is now
 * @throws AppError KEY_NOT_FOUND, KEY_INACTIVE, CUSTOMER_NOT_FOUND, CONFLICT when that customer is not
 *   active
 */
export function transferKey(
  monitor: Monitor,
  code: string,
  to: {
    readonly customerId: number;
    readonly notes?: string | null | undefined;
    readonly account?: WordForAccount;
  },
  actor: Actor,
  now: Instant,
): string {
  const { store } = monitor;
  storePendingReports(monitor);
  const { keyCode, handedOver, adopt } = store.transaction(() => {
    const known = getKey(store, code);
    const customer = findCustomer(store, to.customerId);
    if (customer === undefined) throw new AppError('CUSTOMER_NOT_FOUND', texts.customerNotFound);
    const isTaken = known.customerId !== null && known.customerId !== customer.id;
    const key = isTaken ? replaceKeyCode(store, known) : known;
    const { notes, account } = to;
    const assignment = { key, customer, notes, account, action: 'key.transfer' } as const;
    const given = assignKey(monitor, { ...assignment, formerCode: known.keyCode }, actor, now);
    const replaced =
      isTaken && given !== null
        ? replaceCredentials(
            monitor,
            given.row,
            given.deviceId,
            { former: known.keyCode, next: key.keyCode },
            now,
          )
        : null;
    return { keyCode: key.keyCode, handedOver: given, adopt: replaced };
  });
  handedOver?.adopt();
  adopt?.();
  followUp(monitor, now, handedOver === null ? [] : [handedOver.deviceId]);
  return keyCode;
}
