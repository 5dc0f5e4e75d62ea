import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { hintOfKey } from '../../domain/keys/activation-key.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import { deleteRecipient, type Recipient, readRecipients } from '../../store/alerts/recipients.ts';
import {
  isVouchedFor,
  questionTypedKeys,
  readOpenQuestions,
  vouchForTypedKeys,
} from '../../store/devices/join-requests.ts';
import type { Store } from '../../store/engine/open.ts';
import { queueCutOff, queueNews } from '../../store/outbox/account-news.ts';
import { dropNotificationsFor } from '../../store/outbox/alert-schedule.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type CustomerRow,
  endCustomerSessions,
  updateCustomer,
} from '../../store/people/customers.ts';
import { writeDeletionRequest } from '../../store/people/privacy.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import type { Monitor } from '../monitor.ts';
import { getCustomer } from './edit-customer.ts';
import { endLastingWaysIn } from './end-lasting-ways-in.ts';

/**
 * Takes an account from whoever only typed its phone number, because somebody has proved in a chat that
 * the number is theirs, or the operator says that it is somebody else's. Sessions end, and so does what lasts without
 * one (`endLastingWaysIn`); other recipients are disconnected, keys open nothing until somebody vouches for them, and a request for deletion is dropped.
 * Must run inside a transaction.
 * @param proven in which chat. Null: the operator said it
 * @returns whether anything changed; then `askEverything` follows once the chat is connected
 */
export function takeAccount(
  store: Store,
  customer: CustomerRow,
  proven: Pick<Recipient, 'channel' | 'address'> | null,
  actor: Actor,
  now: Instant,
): boolean {
  const questioned = questionTypedKeys(store, customer.id);
  if (customer.phoneProvenAt !== null && questioned === 0) return false;
  updateCustomer(store, customer.id, { phoneProvenAt: customer.phoneProvenAt ?? now.wallMs });
  endCustomerSessions(store, customer.id);
  endLastingWaysIn(store, customer.id, actor, now);
  writeDeletionRequest(store, customer.id, null);
  const others = readRecipients(store, customer.id).filter(
    ({ channel, address }) => channel !== proven?.channel || address !== proven.address,
  );
  for (const recipient of others) {
    deleteRecipient(store, customer.id, recipient.id);
    dropNotificationsFor(store, recipient, 'the recipient was disconnected');
    queueCutOff(store, customer.id, recipient, now.wallMs);
  }
  const entry = {
    actor,
    action: 'customer.prove-phone',
    subject: `customer:${customer.id}`,
    after: {
      by: proven === null ? 'operator' : 'contact',
      questionedKeys: questioned,
      disconnectedChats: others.length,
    },
  };
  writeAudit(store, entry, now.wallMs);
  return true;
}

/**
 * Asks the recipients of an account, or one of them, every open question. Must run inside a transaction.
 */
export function askEverything(
  store: Store,
  customerId: number,
  now: Instant,
  only?: Pick<Recipient, 'channel' | 'address'>,
): void {
  for (const { id, kind, siteName, keyCode, deviceRow: site } of readOpenQuestions(
    store,
    customerId,
  )) {
    const type = kind === 'join' ? 'join-asked' : 'key-questioned';
    const news = { type, question: id, site: siteName, key: hintOfKey(keyCode) } as const;
    queueNews(store, customerId, news, now.wallMs, { only, site });
  }
}

/**
 * The operator confirms that the account, as it stands, belongs to the owner of its phone number. Its
 * keys are vouched for, and its owner may answer what asks to join. Repeating it changes nothing.
 * @throws AppError CUSTOMER_NOT_FOUND
 */
export function confirmPhone(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => vouchForAccount(store, getCustomer(store, customerId), actor, now));
}

/**
 * Applies the operator's answer about an account that is to get a key. Must run inside a transaction.
 * @throws AppError CONFLICT when the operator has to say first whose the account is
 */
export function settleAccount(
  store: Store,
  customer: CustomerRow,
  word: WordForAccount,
  actor: Actor,
  now: Instant,
): void {
  if (word === undefined || isVouchedFor(store, customer.id)) return;
  switch (word) {
    case 'ask':
      throw new AppError('CONFLICT', refusals.accountUnvouched);
    case 'vouch':
      vouchForAccount(store, customer, actor, now);
      return;
    case 'question':
      takeAccount(store, customer, null, actor, now);
  }
}

/** The question where a key has joined an account and nothing was said of whose that is; null: none. */
export function doubtAbout(
  store: Store,
  customerId: number | null,
  word: WordForAccount,
): string | null {
  if (customerId === null || word !== undefined || isVouchedFor(store, customerId)) return null;
  return 'Nobody has vouched for what this account holds, and whoever is in it sees the key now; `account` says what to do about that.';
}

function vouchForAccount(
  store: Store,
  { id, phoneProvenAt }: CustomerRow,
  actor: Actor,
  now: Instant,
): void {
  const vouchedKeys = vouchForTypedKeys(store, id);
  if (phoneProvenAt !== null && vouchedKeys === 0) return;
  updateCustomer(store, id, { phoneProvenAt: phoneProvenAt ?? now.wallMs });
  leaveTrace(store, actor, 'account', id, now.wallMs);
  const entry = {
    actor,
    action: 'customer.prove-phone',
    subject: `customer:${id}`,
    after: { by: 'operator', vouchedKeys },
  };
  writeAudit(store, entry, now.wallMs);
}
