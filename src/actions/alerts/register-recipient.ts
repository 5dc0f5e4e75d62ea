import { isPrivateChat, mayLogIn } from '../../domain/alerts/chat-role.ts';
import type { LinkPurpose, LinkUse } from '../../domain/alerts/link-use.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { opensAccount } from '../../domain/keys/held-key.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { maskText } from '../../domain/people/mask.ts';
import { normaliseContactPhone, normalisePhone } from '../../domain/people/phone.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { findContact } from '../../store/alerts/contacts.ts';
import { endJoiningLinks } from '../../store/alerts/messenger-links.ts';
import {
  connectRecipient,
  countOtherRecipients,
  findConnectedChat,
} from '../../store/alerts/recipients.ts';
import { findKey } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { type AttemptLimit, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  type CustomerRow,
  findCustomer,
  findCustomerByPhone,
  insertCustomer,
  updateCustomer,
} from '../../store/people/customers.ts';
import { sendQueued } from '../engine/follow-up.ts';
import { requireAttempts } from '../engine/spend-attempts.ts';
import { noteSeenBy } from '../keys/note-seen-key.ts';
import type { Monitor } from '../monitor.ts';
import { readLink, spendLink } from '../people/one-time-links.ts';
import { askEverything, takeAccount } from '../people/prove-phone.ts';
import { replanOutages, resumeAlerts } from './resume-alerts.ts';

/** The proof of somebody in a chat of the account it belongs to. */
export type RegistrationProof =
  /** The messenger vouches that this is the sender's own number. */
  | { readonly type: 'contact'; readonly phone: string }
  /** As typed. Any key that opens the customer's account is accepted. */
  | { readonly type: 'key'; readonly phone: string; readonly key: string }
  | {
      readonly type: 'link';
      readonly purpose: Exclude<LinkPurpose, 'login'>;
      readonly token: string;
    };

interface RegistrationRequest {
  readonly channel: Exclude<ChannelName, 'log'>;
  /** Of the chat on that channel, as text. */
  readonly address: string;
  /** The name of the chat in the messenger, for the other chats of the account. */
  readonly chatName: string;
  /** Null: the chat does not say; that of the account. */
  readonly language: Language | null;
  readonly proof: RegistrationProof;
  /** Of the person's profile, where the chat is theirs alone. */
  readonly profile?: { readonly name: string; readonly username: string | null };
  /** The account that the chat may be taken from, because somebody entitled to it has agreed. */
  readonly movesFrom?: number;
}

interface Registration {
  readonly type: 'connected';
  readonly customerId: number;
  /** As a chat may see it. */
  readonly customerName: string;
}

/** The chat belongs to another account; nothing was changed. */
export interface MoveQuestion {
  readonly type: 'asks-to-move';
  readonly from: { readonly customerId: number; readonly name: string };
  /** The name of the other account. Two accounts of one name differ in the number behind it. */
  readonly to: string;
}

/** Failed tries per chat, against guessing. */
const limit: AttemptLimit = { scope: 'register-chat', maxFailures: 6, windowMs: 60_000 };
const maxNameLength = 100;
const maxRecipients = 20;

/**
 * Connects a chat to the customer whose account it proves. A chat of another customer is moved only if
 * `movesFrom` names that customer. A phone number that no customer has, vouched for by the messenger,
 * makes a new customer. A number that was only typed so far becomes the account of whoever proves it. The
 * chat is told at once of open outages. Whoever proves the account by more than a link of its owner's may
 * log in from a private chat.
 *
 * @throws AppError RATE_LIMITED, INVALID_CREDENTIALS (the same for whatever is wrong with phone or
 *   key), NOT_FOUND (the link is unknown, used or expired), FORBIDDEN (the account is not active),
 *   CONFLICT (it has as many recipients as an account may have)
 */
export function registerRecipient(
  monitor: Monitor,
  request: RegistrationRequest,
  now: Instant,
): Registration | MoveQuestion {
  const { store } = monitor;
  requireAttempts(store, [[limit, request.address]], 'Too many tries from this chat.', now.wallMs);
  try {
    const outcome = store.transaction(() => register(monitor, request, now));
    sendQueued(monitor);
    return outcome;
  } catch (error) {
    if (error instanceof AppError) {
      store.transaction(() => recordFailedAttempt(store, limit, request.address, now.wallMs));
    }
    throw error;
  }
}

function register(
  monitor: Pick<Monitor, 'store' | 'channels'>,
  request: RegistrationRequest,
  now: Instant,
): Registration | MoveQuestion {
  const { store } = monitor;
  const { channel, address, proof } = request;
  const known = findProven(store, request, now);
  if (known !== null && !known.isActive) {
    throw new AppError('FORBIDDEN', refusals.customerInactive);
  }
  const before = findConnectedChat(store, channel, address);
  const isMoving = before !== undefined && before.customerId !== known?.id;
  if (isMoving && before.customerId !== request.movesFrom) {
    const from = findCustomer(store, before.customerId);
    return {
      type: 'asks-to-move',
      from: { customerId: before.customerId, name: tellApart(from) ?? before.customerName },
      to: tellApart(known) ?? newcomersName(request),
    };
  }
  const contactId =
    proof.type === 'link'
      ? spendLink(store, linkUseOf(request, proof.purpose), proof.token, now)?.contactId
      : undefined;
  const customer = known ?? createCustomer(store, request, now);
  const actor: Actor = { name: `bot:${address}`, address: null };
  const isTaken =
    proof.type === 'contact' && takeAccount(store, customer, { channel, address }, actor, now);
  const others = countOtherRecipients(store, customer.id, { channel, address });
  if (others >= maxRecipients) {
    throw new AppError('CONFLICT', `This account has ${maxRecipients} chats already.`);
  }
  const isOwner = proof.type !== 'link' && isPrivateChat(channel, address);
  const isTheirsAlready = before?.customerId === customer.id;
  const isFirst = others === 0 && !isTheirsAlready;
  // A brother who is told does not give the account his name.
  if (request.profile !== undefined && (isOwner || (isFirst && contactId == null))) {
    const isTheirsNow = isTaken && customer.phoneProvenAt === null;
    noteProfile(store, customer, request.profile, isTheirsNow);
  }
  if (isMoving) {
    const news = { type: 'chat-moved', chat: request.chatName } as const;
    queueNews(store, before.customerId, news, now.wallMs, { except: { channel, address } });
    endJoiningLinks(store, before.customerId);
  }
  const name = request.chatName.slice(0, maxNameLength);
  const language = request.language ?? customer.language;
  connectRecipient(
    store,
    {
      customerId: customer.id,
      channel,
      address,
      name,
      language,
      contactId,
      ...(isOwner && { role: 'owner' }),
      isAllowedToMute: contactId == null,
    },
    now.wallMs,
  );
  if (proof.type === 'key') noteTypedKey(store, customer.id, request, proof.key, now);
  // The next one there is told in its place.
  if (isMoving) replanOutages(monitor, before.customerId, now);
  // It may be another contact's now, who is told at another time.
  if (isTheirsAlready) replanOutages(monitor, customer.id, now);
  const isNowOwner = isTheirsAlready && isOwner && before.role !== 'owner';
  const mayLogInNow = isNowOwner && !mayLogIn(before);
  if (!isTheirsAlready || mayLogInNow) {
    const type = mayLogInNow ? 'chat-logs-in' : 'chat-joined';
    const news = { type, chat: request.chatName } as const;
    queueNews(store, customer.id, news, now.wallMs, { except: { channel, address } });
  }
  resumeAlerts(monitor, { customerId: customer.id, recipient: { channel, address } }, now);
  // This includes questions that waited while there was no chat to ask in.
  if (isTaken || isFirst) askEverything(store, customer.id, now);
  else if (isNowOwner) askEverything(store, customer.id, now, { channel, address });
  const entry = {
    actor,
    action: 'recipient.register',
    subject: `customer:${customer.id}`,
    ...(isMoving && { before: { customerId: before.customerId } }),
    after: { proof: proof.type, channel, contact: nameOfContact(store, customer, contactId) },
  };
  writeAudit(store, entry, now.wallMs);
  return {
    type: 'connected',
    customerId: customer.id,
    customerName: maskText(findCustomer(store, customer.id)?.name ?? customer.name),
  };
}

/** Readers of the chat know the key that was typed in it. */
function noteTypedKey(
  store: Monitor['store'],
  customerId: number,
  { channel, address }: RegistrationRequest,
  typed: string,
  now: Instant,
): void {
  const ref = findKey(store, normaliseActivationKey(typed) ?? '')?.ref ?? '';
  const chat = findConnectedChat(store, channel, address);
  noteSeenBy(store, customerId, chat?.recipientId ?? null, ref, now);
}

/** Anybody can give their account the name of another one, but not its number. */
function tellApart(customer: CustomerRow | null | undefined): string | undefined {
  if (customer == null) return undefined;
  const { name, phone } = customer;
  const end = `…${phone.slice(-4)}`;
  return name === phone ? end : `${name} (${end})`;
}

/**
 * The account the proof belongs to. Null: it is a number that no account has. A link is not used up by
 * this.
 */
function findProven(
  store: Monitor['store'],
  request: RegistrationRequest,
  now: Instant,
): CustomerRow | null {
  const { proof } = request;
  switch (proof.type) {
    case 'contact':
      return findCustomerByPhone(store, readContactPhone(proof.phone)) ?? null;
    case 'key': {
      const phone = normalisePhone(proof.phone);
      const keyCode = normaliseActivationKey(proof.key);
      const customer = phone === null ? undefined : findCustomerByPhone(store, phone);
      const key = keyCode === null ? undefined : findKey(store, keyCode);
      if (customer === undefined || key === undefined || !opensAccount(key, customer.id)) {
        throw new AppError('INVALID_CREDENTIALS', 'Phone and activation key do not match.');
      }
      return customer;
    }
    case 'link': {
      const link = readLink(store, linkUseOf(request, proof.purpose), proof.token, now);
      const customer = link && findCustomer(store, link.customerId);
      if (customer === undefined) {
        throw new AppError('NOT_FOUND', 'This link is not valid any more.');
      }
      return customer;
    }
  }
}

/** A question is for the address that it was sent to; other links are for whoever brings them on their channel. */
function linkUseOf(
  { channel, address }: RegistrationRequest,
  purpose: Exclude<LinkPurpose, 'login'>,
): LinkUse {
  return { purpose, channel, address: purpose === 'confirm' ? address : '' };
}

/** @throws AppError INVALID_CREDENTIALS */
function readContactPhone(text: string): string {
  const phone = normaliseContactPhone(text);
  if (phone === null) throw new AppError('INVALID_CREDENTIALS', 'This number cannot be used.');
  return phone;
}

/**
 * Gives a customer the name from the messenger. Enrolling a device creates a customer who is called by
 * the phone number until then.
 * @param isTheirsNow the present name was given by somebody else
 */
function noteProfile(
  store: Monitor['store'],
  customer: CustomerRow,
  profile: { readonly name: string; readonly username: string | null },
  isTheirsNow: boolean,
): void {
  const isUnnamed = customer.name === customer.phone || isTheirsNow;
  updateCustomer(store, customer.id, {
    name: isUnnamed && profile.name !== '' ? profile.name.slice(0, maxNameLength) : customer.name,
    telegramUsername: profile.username ?? (isTheirsNow ? null : customer.telegramUsername),
  });
}

/** As the audit log has it. Undefined: whose the chat is was not said. */
function nameOfContact(
  store: Monitor['store'],
  { id, name }: CustomerRow,
  contactId: number | null | undefined,
): string | undefined {
  return contactId == null ? name : findContact(store, id, contactId)?.name;
}

function newcomersName({ proof, profile }: RegistrationRequest): string {
  const phone = proof.type === 'contact' ? readContactPhone(proof.phone) : '';
  return profile?.name.slice(0, maxNameLength) || phone;
}

function createCustomer(
  store: Monitor['store'],
  request: RegistrationRequest,
  now: Instant,
): CustomerRow {
  const { proof, language } = request;
  if (proof.type !== 'contact') throw new Error('only a shared contact makes a customer');
  const phone = readContactPhone(proof.phone);
  const name = newcomersName(request);
  const fields = { name, phone, phoneProvenAt: now.wallMs };
  const id = insertCustomer(store, fields, now.wallMs);
  if (language !== null) updateCustomer(store, id, { language });
  const customer = findCustomer(store, id);
  if (customer === undefined) throw new Error('a customer just inserted is not there');
  return customer;
}
