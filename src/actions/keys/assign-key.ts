import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { hintOfKey } from '../../domain/keys/activation-key.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import { findSiteName } from '../../store/devices/device-owners.ts';
import { deleteRequests } from '../../store/devices/join-requests.ts';
import type { Store } from '../../store/engine/open.ts';
import type { KeyRow } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { CustomerRow } from '../../store/people/customers.ts';
import { endCustomerSessions } from '../../store/people/customers.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { type HandedOver, handOverDevice } from '../devices/hand-over-device.ts';
import type { Monitor } from '../monitor.ts';
import { settleAccount } from '../people/prove-phone.ts';
import { changeKey, countingFrom, keyInactive } from './change-key.ts';

interface Assignment {
  readonly key: KeyRow;
  readonly customer: CustomerRow;
  /** Undefined: the notes stay. */
  readonly notes: string | null | undefined;
  readonly action: 'key.bind' | 'key.transfer';
  readonly account?: WordForAccount;
  /** The former code, if this transaction changed it. */
  readonly formerCode?: string;
}

/**
 * Gives a key, and the device it serves, to a customer. Must run inside a transaction.
 * @returns what remains to be done in memory once that is stored. Null: the key serves no device
 * @throws AppError KEY_INACTIVE, CONFLICT (also when the operator has to say whose the account is)
 */
export function assignKey(
  monitor: Monitor,
  { key, customer, notes = key.notes, action, account, formerCode = key.keyCode }: Assignment,
  actor: Actor,
  now: Instant,
): HandedOver | null {
  const { store } = monitor;
  const isTheirs = key.customerId === customer.id;
  if (isTheirs && notes === key.notes) return null;
  if (!isTheirs && !key.isActive) throw keyInactive();
  if (!isTheirs && !customer.isActive) {
    throw new AppError('CONFLICT', refusals.customerInactive);
  }
  if (!isTheirs) settleAccount(store, customer, account, actor, now);
  changeKey(store, key, {
    customerId: customer.id,
    notes,
    ...(!isTheirs && { standing: 'vouched' as const }),
    // Reports of the former owner's board are of no use to the next owner.
    ...(!isTheirs && key.customerId !== null && { enrolledPhone: null }),
    // A key that waited for an owner has not begun to count.
    ...(key.deviceRow !== null && countingFrom(monitor, key, now)),
  });
  if (!isTheirs) {
    deleteRequests(store, key.keyCode);
    tellOwners(store, key, formerCode, customer.id, now);
  }
  const handedOver =
    isTheirs || key.deviceRow === null
      ? null
      : handOverDevice(
          monitor,
          { row: key.deviceRow, from: key.customerId, to: customer.id, key: key.keyCode },
          actor,
          now,
        );
  if (!isTheirs && key.customerId !== null) endCustomerSessions(store, key.customerId);
  if (!isTheirs) leaveTrace(store, actor, 'key', key.ref, now.wallMs);
  const entry = {
    actor,
    action: isTheirs ? 'key.edit' : action,
    subject: key.keyCode,
    before: {
      customerId: key.customerId,
      notes: key.notes,
      ...(formerCode !== key.keyCode && { keyCode: formerCode }),
    },
    after: {
      customerId: customer.id,
      notes,
      ...(handedOver !== null && {
        deviceId: handedOver.deviceId,
        unboundKeys: handedOver.unboundKeys,
      }),
    },
  };
  writeAudit(store, entry, now.wallMs);
  return handedOver;
}

function tellOwners(
  store: Store,
  key: KeyRow,
  formerCode: string,
  to: number,
  { wallMs }: Instant,
): void {
  const site = findSiteName(store, key.deviceRow);
  if (key.customerId !== null) {
    const left = { type: 'left', site, key: hintOfKey(formerCode) } as const;
    queueNews(store, key.customerId, left, wallMs, { site: key.deviceRow });
  }
  const joined = { type: 'joined', site, key: hintOfKey(key.keyCode), by: null } as const;
  queueNews(store, to, joined, wallMs, { site: key.deviceRow });
}
