import { AppError } from '../../domain/errors.ts';
import { refusals, texts } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import { findOpenRequest, type OpenQuestion } from '../../store/devices/join-requests.ts';
import { findCustomerByPhone } from '../../store/people/customers.ts';
import { acceptAtOnce } from '../devices/answer-question.ts';
import { storePendingReports } from '../devices/hand-over-device.ts';
import { followUp } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { readPhone } from '../people/checked-phone.ts';
import { assignKey } from './assign-key.ts';
import { getKey } from './change-key.ts';

/**
 * Gives a key without an owner to the customer with this phone number. If that customer already has the
 * key, only the notes change.
 * @param notes undefined: they stay
 * @returns its code as it is stored
 * @throws AppError VALIDATION, KEY_NOT_FOUND, KEY_INACTIVE, CUSTOMER_NOT_FOUND, CONFLICT when somebody
 *   else has it, or the customer is not active
 */
export function bindKey(
  monitor: Monitor,
  code: string,
  to: {
    readonly phone: string;
    readonly notes?: string | null | undefined;
    readonly account?: WordForAccount;
  },
  actor: Actor,
  now: Instant,
): string {
  const { store } = monitor;
  const phone = readPhone(to.phone);
  storePendingReports(monitor);
  const { keyCode, handedOver, asked } = store.transaction(() => {
    const accepted = acceptIfAsked(monitor, code, phone, to.account, actor, now);
    const key = getKey(store, code);
    const customer = findCustomerByPhone(store, phone);
    // Customers register through the bot first.
    if (customer === undefined) throw new AppError('CUSTOMER_NOT_FOUND', texts.customerNotFound);
    if (key.customerId !== null && key.customerId !== customer.id) {
      throw new AppError('CONFLICT', refusals.keyOfAnother);
    }
    const { notes, account } = to;
    const assignment = { key, customer, notes, account, action: 'key.bind' } as const;
    const given = assignKey(monitor, assignment, actor, now);
    return { keyCode: key.keyCode, handedOver: given, asked: accepted };
  });
  handedOver?.adopt();
  followUp(
    monitor,
    now,
    [handedOver?.deviceId, asked?.deviceId].filter((id) => id != null),
  );
  return keyCode;
}

/** If the key asks to join this very account, binding it is the yes: its board's reports come along. */
function acceptIfAsked(
  monitor: Monitor,
  code: string,
  phone: string,
  account: WordForAccount,
  actor: Actor,
  now: Instant,
): OpenQuestion | undefined {
  const { store } = monitor;
  const request = findOpenRequest(store, getKey(store, code).keyCode);
  if (request === undefined || request.customerId !== findCustomerByPhone(store, phone)?.id) {
    return undefined;
  }
  const answer = { question: `j${request.id}`, customerId: null, by: null, account } as const;
  return acceptAtOnce(monitor, answer, actor, now);
}
