import { eq } from 'drizzle-orm';
import { normaliseActivationKey } from '../domain/activation-key.ts';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/instant.ts';
import { normaliseContactPhone, normalisePhone } from '../domain/phone.ts';
import type { Language } from '../domain/states.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../store/attempt-limits.ts';
import { writeAudit } from '../store/audit.ts';
import {
  type CustomerRow,
  findCustomer,
  findCustomerByPhone,
  insertCustomer,
} from '../store/customers.ts';
import { findKey } from '../store/keys.ts';
import { takeMessengerLink } from '../store/messenger-links.ts';
import { connectChat } from '../store/recipients.ts';
import { customers } from '../store/schema.ts';
import { hashLinkToken } from './create-messenger-link.ts';
import type { Monitor } from './monitor.ts';

/** How somebody in a chat shows whose account it belongs to. */
export type RegistrationProof =
  /** The messenger vouches that this is the sender's own number. */
  | { readonly type: 'contact'; readonly phone: string }
  /** As typed; any key of the customer that was not revoked will do. */
  | { readonly type: 'key'; readonly phone: string; readonly key: string }
  | { readonly type: 'link'; readonly token: string };

export interface RegistrationRequest {
  /** Chat id. */
  readonly address: string;
  readonly language: Language;
  readonly proof: RegistrationProof;
  /** Of the person's profile, where the chat is theirs alone. */
  readonly profile?: { readonly name: string; readonly username: string | null };
}

export interface Registration {
  readonly customerId: number;
  readonly customerName: string;
  readonly isNewCustomer: boolean;
}

/** Failed tries per chat, against guessing. */
const limit: AttemptLimit = { scope: 'register-chat', maxFailures: 6, windowMs: 60_000 };
const maxNameLength = 100;

/**
 * Connects a chat to the customer it proves to belong to; connecting it again moves it. A phone that
 * nobody has yet, vouched for by the messenger, makes a new customer.
 *
 * @throws AppError RATE_LIMITED, INVALID_CREDENTIALS (the same for whatever is wrong with phone or
 *   key), NOT_FOUND (the link is unknown, used or expired), FORBIDDEN (the account is not active)
 */
export function registerRecipient(
  monitor: Pick<Monitor, 'store'>,
  request: RegistrationRequest,
  now: Instant,
): Registration {
  const { store } = monitor;
  const waitMs = readAttemptWait(store, limit, request.address, now.wallMs);
  if (waitMs > 0) {
    throw new AppError('RATE_LIMITED', 'Too many tries from this chat.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  try {
    return store.transaction(() => register(monitor, request, now));
  } catch (error) {
    if (error instanceof AppError) {
      store.transaction(() => recordFailedAttempt(store, limit, request.address, now.wallMs));
    }
    throw error;
  }
}

function register(
  { store }: Pick<Monitor, 'store'>,
  request: RegistrationRequest,
  now: Instant,
): Registration {
  const { address, language, proof, profile } = request;
  const known = findProven(store, proof, now);
  if (known !== null && !known.isActive) {
    throw new AppError('FORBIDDEN', 'This customer account is not active.');
  }
  const customer = known ?? createCustomer(store, request, now);
  if (profile !== undefined) {
    // Enrolling a device makes a customer who is called by the number until it is known better.
    const isUnnamed = customer.name === customer.phone && profile.name !== '';
    const name = isUnnamed ? profile.name.slice(0, maxNameLength) : customer.name;
    const telegramUsername = profile.username ?? customer.telegramUsername;
    store.db
      .update(customers)
      .set({ name, telegramUsername })
      .where(eq(customers.id, customer.id))
      .run();
  }
  connectChat(store, { customerId: customer.id, address, language }, now.wallMs);
  writeAudit(
    store,
    {
      actor: { name: `bot:${address}`, address: null },
      action: 'recipient.register',
      subject: `customer:${customer.id}`,
      after: { proof: proof.type },
    },
    now.wallMs,
  );
  return {
    customerId: customer.id,
    customerName: findCustomer(store, customer.id)?.name ?? customer.name,
    isNewCustomer: known === null,
  };
}

/** Whom the proof belongs to; null: to a number that nobody has yet. */
function findProven(
  store: Monitor['store'],
  proof: RegistrationProof,
  now: Instant,
): CustomerRow | null {
  switch (proof.type) {
    case 'contact': {
      const phone = normaliseContactPhone(proof.phone);
      if (phone === null) throw new AppError('INVALID_CREDENTIALS', 'This number cannot be used.');
      return findCustomerByPhone(store, phone) ?? null;
    }
    case 'key': {
      const phone = normalisePhone(proof.phone);
      const keyCode = normaliseActivationKey(proof.key);
      const customer = phone === null ? undefined : findCustomerByPhone(store, phone);
      const key = keyCode === null ? undefined : findKey(store, keyCode);
      const isTheirs = customer !== undefined && key?.customerId === customer.id && key.isActive;
      if (!isTheirs) {
        throw new AppError('INVALID_CREDENTIALS', 'Phone and activation key do not match.');
      }
      return customer;
    }
    case 'link': {
      const customerId = takeMessengerLink(store, hashLinkToken(proof.token), now.wallMs);
      const customer = customerId === null ? undefined : findCustomer(store, customerId);
      if (customer === undefined) {
        throw new AppError('NOT_FOUND', 'This link is not valid any more.');
      }
      return customer;
    }
  }
}

function createCustomer(
  store: Monitor['store'],
  { proof, profile, language }: RegistrationRequest,
  now: Instant,
): CustomerRow {
  const phone = proof.type === 'contact' ? normaliseContactPhone(proof.phone) : null;
  if (phone === null) throw new AppError('INVALID_CREDENTIALS', 'This number cannot be used.');
  const name = profile?.name.slice(0, maxNameLength) || phone;
  const id = insertCustomer(store, { name, phone }, now.wallMs);
  store.db.update(customers).set({ language }).where(eq(customers.id, id)).run();
  const customer = findCustomer(store, id);
  if (customer === undefined) throw new Error('a customer just inserted is not there');
  return customer;
}
