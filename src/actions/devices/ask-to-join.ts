import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { hintOfKey } from '../../domain/keys/activation-key.ts';
import {
  countOpenRequests,
  deleteOpenRequest,
  findOpenRequest,
  insertJoinRequest,
  readRefusals,
  updateJoinRequest,
} from '../../store/devices/join-requests.ts';
import type { Store } from '../../store/engine/open.ts';
import type { DeviceRow } from '../../store/fleet/device-changes.ts';
import type { KeyRow } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { type AttemptLimit, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { CustomerRow } from '../../store/people/customers.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';

/** Keys that may wait for the answer of one owner at a time. */
const maxOpenRequests = 20;

/**
 * After this many accounts have said no to a key, it can ask nobody. A mistyped number costs one no, or
 * two.
 */
const maxRefusals = 5;

/** New requests of one household, counted over all accounts. */
const perHousehold: AttemptLimit = { scope: 'join-address', maxFailures: 20, windowMs: 3_600_000 };

/** Questions that an account is asked in a day without a yes to any. More of them wait in the portal. */
const perAccount: AttemptLimit = { scope: 'join-question', maxFailures: 5, windowMs: 86_400_000 };

interface JoinAttempt {
  /** A key without an owner. */
  readonly key: KeyRow;
  /** The customer whose phone number it was used with. */
  readonly customer: CustomerRow;
  /** The board it was used on. */
  readonly device: Pick<DeviceRow, 'id' | 'deviceId' | 'siteName'>;
  /** Network address the request came from. */
  readonly address: string | null;
}

/**
 * Asks the owner of an account, and the operator, whether a key and its board are theirs. A question that
 * was asked already goes on waiting. Must run inside a transaction.
 * @throws AppError CONFLICT when the answer was no, or too many wait for theirs; RATE_LIMITED
 */
export function askToJoin(store: Store, attempt: JoinAttempt, now: Instant): void {
  const { key, customer, device, address } = attempt;
  const open = findOpenRequest(store, key.keyCode);
  if (open?.customerId === customer.id) {
    if (open.deviceRow !== device.id) updateJoinRequest(store, open.id, { deviceRow: device.id });
    return;
  }
  requireWelcome(store, key.keyCode, customer.id);
  // Used with another phone number than before, the key asks another account.
  deleteOpenRequest(store, key.keyCode);
  limitRequests(store, customer.id, address, now);
  const id = insertJoinRequest(store, {
    customerId: customer.id,
    keyCode: key.keyCode,
    deviceRow: device.id,
    address,
    askedAt: now.wallMs,
  });
  askRecipients(store, attempt, id, now);
  const entry = {
    actor: { name: `device:${device.deviceId}`, address },
    action: 'join.ask',
    subject: key.keyCode,
    after: { customerId: customer.id, deviceId: device.deviceId },
  };
  writeAudit(store, entry, now.wallMs);
}

/** @throws AppError CONFLICT */
function requireWelcome(store: Store, keyCode: string, customerId: number): void {
  const refusedBy = readRefusals(store, keyCode);
  if (refusedBy.includes(customerId)) {
    throw new AppError('CONFLICT', 'The owner of this phone number has said no to this key.');
  }
  if (refusedBy.length >= maxRefusals) {
    throw new AppError('CONFLICT', 'Too many people have said no to this key; ask the operator.');
  }
}

function limitRequests(
  store: Store,
  customerId: number,
  address: string | null,
  now: Instant,
): void {
  if (countOpenRequests(store, customerId) >= maxOpenRequests) {
    throw new AppError(
      'CONFLICT',
      'Too many keys wait for the answer of the owner of this phone number.',
    );
  }
  if (address === null) return;
  const refusal = 'Too many keys were used with phones of others from here.';
  spendAttempts(store, [[perHousehold, householdOf(address)]], refusal, now.wallMs);
}

function askRecipients(
  store: Store,
  { key, customer, device }: JoinAttempt,
  id: number,
  { wallMs }: Instant,
): void {
  const asked = recordFailedAttempt(store, perAccount, String(customer.id), wallMs);
  const board = { site: device.siteName, key: hintOfKey(key.keyCode) };
  if (asked <= perAccount.maxFailures) {
    const news = { type: 'join-asked', question: `j${id}`, ...board } as const;
    queueNews(store, customer.id, news, wallMs, { site: device.id });
  } else if (asked === perAccount.maxFailures + 1) {
    queueNews(store, customer.id, { type: 'more-asked' }, wallMs);
  }
}
