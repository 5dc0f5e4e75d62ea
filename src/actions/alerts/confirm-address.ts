import { type ChannelWith, rings } from '../../domain/alerts/channel-traits.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import { mailboxOf } from '../../domain/people/mailbox-of.ts';
import { findConnectedChat } from '../../store/alerts/recipients.ts';
import { type AttemptLimit, recordFailedAttempt } from '../../store/people/attempt-limits.ts';
import { drawSecret } from '../engine/secrets.ts';
import { requireAttempts, spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import { makeLink, readLink } from '../people/one-time-links.ts';
import { registerRecipient } from './register-recipient.ts';

const dayMs = 86_400_000;

/** Messages to people who may not want them, in a day. Those that were sent count, too. */
const perAccount: AttemptLimit = { scope: 'confirm-account', maxFailures: 5, windowMs: dayMs };
/** Calls that say a code. More than of messages, since one that nobody answers counts, too. */
const callsPerAccount: AttemptLimit = {
  scope: 'confirm-account-call',
  maxFailures: 10,
  windowMs: dayMs,
};
const perAddress: AttemptLimit = { scope: 'confirm-address', maxFailures: 3, windowMs: dayMs };
const perHousehold: AttemptLimit = { scope: 'confirm-household', maxFailures: 10, windowMs: dayMs };

/** Channels that reach phones. */
export type NumberChannel = ChannelWith<'takesNumbers'>;

interface AddressToConfirm {
  readonly customerId: number;
  readonly channel: 'email' | NumberChannel;
  /** As it will be told. */
  readonly address: string;
  /** Its contact to be; null: the account's own. */
  readonly contactId: number | null;
  /** The network address of whoever asks. */
  readonly from: string;
}

/**
 * Allows one message that asks whether an address is its reader's. Until they say yes it gets nothing else,
 * and not many of these, whoever asks.
 * @returns the token that says yes, once, and for half an hour; epoch ms of its end
 * @throws AppError RATE_LIMITED, CONFLICT when the account is told there already
 */
export function prepareConfirmation(
  monitor: Pick<Monitor, 'store'>,
  asked: AddressToConfirm,
  now: Instant,
): { readonly token: string; readonly expiresAt: number } {
  const token = drawSecret();
  return { token, expiresAt: keepQuestion(monitor, asked, token, now) };
}

/**
 * The same for a number, whose reader types a code.
 * @throws AppError RATE_LIMITED, CONFLICT when the account is told there already
 */
export function prepareCode(
  monitor: Pick<Monitor, 'store'>,
  asked: AddressToConfirm,
  now: Instant,
): { readonly code: string; readonly expiresAt: number } {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const code = `${random % 1_000_000}`.padStart(6, '0');
  const { customerId, address } = asked;
  const token = numberToken(customerId, address, code);
  return { code, expiresAt: keepQuestion(monitor, asked, token, now) };
}

/** The token of a code. Customer and number make it unique, as six digits alone are not. */
function numberToken(customerId: number, number: string, code: string): string {
  return `${customerId}:${number}:${code}`;
}

/** Six digits are soon found by whoever may try long enough. */
const wrongCodes: AttemptLimit = { scope: 'confirm-code', maxFailures: 5, windowMs: dayMs };

/**
 * Connects the number that a code was sent to.
 * @throws AppError RATE_LIMITED, VALIDATION when the code is wrong or too old, CONFLICT when the number is
 *   another account's
 */
export function confirmCode(
  monitor: Monitor,
  channel: NumberChannel,
  customerId: number,
  number: string,
  code: string,
  now: Instant,
): void {
  const { store } = monitor;
  const who = `${customerId}:${number}`;
  requireAttempts(
    store,
    [[wrongCodes, who]],
    'Too many codes were tried. Please wait.',
    now.wallMs,
  );
  const token = numberToken(customerId, number, code);
  const at = { channel, address: number };
  if (readLink(store, { purpose: 'confirm', ...at }, token, now) === undefined) {
    store.transaction(() => recordFailedAttempt(store, wrongCodes, who, now.wallMs));
    throw new AppError('VALIDATION', refusals.codeWrong, { fields: { code: refusals.codeWrong } });
  }
  const proof = { type: 'link', purpose: 'confirm', token } as const;
  const request = { ...at, chatName: number, language: null, proof };
  const outcome = registerRecipient(monitor, request, now);
  if (outcome.type !== 'connected') throw new AppError('CONFLICT', refusals.numberTaken);
}

/** @returns epoch ms of the question's end */
function keepQuestion(
  { store }: Pick<Monitor, 'store'>,
  asked: AddressToConfirm,
  token: string,
  now: Instant,
): number {
  const { channel, address } = asked;
  return store.transaction(() => {
    countQuestion(store, asked, now);
    return makeLink(store, { purpose: 'confirm', channel, address }, token, asked, now);
  });
}

function countQuestion(
  store: Monitor['store'],
  { customerId, channel, address, from }: AddressToConfirm,
  now: Instant,
): void {
  const limits = [
    [rings({ channel }) ? callsPerAccount : perAccount, `${customerId}`],
    [perAddress, `${channel}:${mailboxOf(address)}`],
    [perHousehold, householdOf(from)],
  ] as const;
  if (findConnectedChat(store, channel, address)?.customerId === customerId) {
    throw new AppError('CONFLICT', refusals.addressHere);
  }
  spendAttempts(store, limits, 'Too many addresses were tried. Please wait.', now.wallMs);
}
