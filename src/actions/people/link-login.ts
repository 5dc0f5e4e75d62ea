import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { ConnectedChat } from '../../store/alerts/recipients.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { rememberHousehold } from '../../store/people/known-households.ts';
import { drawSecret } from '../engine/secrets.ts';
import type { Monitor } from '../monitor.ts';
import type { CustomerAccount } from './find-account.ts';
import { customerAccountName } from './limit-logins.ts';
import type { Identity } from './log-in.ts';
import { makeLink, spendLink } from './one-time-links.ts';

type Context = Pick<Monitor, 'store'>;

const loginUse = { purpose: 'login', channel: 'portal', address: '' } as const;

/**
 * Creates a link that a chat asks for and that logs its customer in, once. A newer link ends it. The
 * token stands behind the `#`, which browsers do not send and servers do not log.
 * @param publicUrl how people reach the pages
 */
export function createLoginLink(
  { store }: Context,
  { customerId, recipientId }: Pick<ConnectedChat, 'customerId' | 'recipientId'>,
  publicUrl: string,
  actor: Actor,
  now: Instant,
): string {
  const token = drawSecret();
  store.transaction(() => {
    makeLink(store, loginUse, token, { customerId, recipientId }, now);
    const entry = { actor, action: 'session.create-link', subject: `customer:${customerId}` };
    writeAudit(store, entry, now.wallMs);
  });
  const page = new URL('/customer', publicUrl);
  page.hash = `login=${token}`;
  return page.href;
}

/**
 * From here on the account knows the household; see `limitLogins`.
 * @param address network address of the caller
 * @returns with whom it signs in the chat that had asked for it
 * @throws AppError INVALID_CREDENTIALS when it is unknown, used or too old
 */
export function logInWithLink(
  { store }: Context,
  token: string,
  address: string,
  now: Instant,
): { readonly account: Identity<CustomerAccount>; readonly recipientId: number | null } {
  const link = spendLink(store, loginUse, token, now);
  const customer = link === undefined ? undefined : findCustomer(store, link.customerId);
  if (link === undefined || customer === undefined || !customer.isActive) {
    throw new AppError('INVALID_CREDENTIALS', 'This link was used already or is too old');
  }
  const { id, name, phone, tokenVersion } = customer;
  store.relaxedTransaction(() => {
    rememberHousehold(store, customerAccountName(phone), householdOf(address), now.wallMs);
  });
  const account = { kind: 'customer', id, name, phone, tokenVersion } as const;
  return { account, recipientId: link.recipientId };
}
