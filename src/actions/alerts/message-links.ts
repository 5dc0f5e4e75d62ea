import type { LinkedAction } from '../../domain/alerts/linked-action.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { maskText } from '../../domain/people/mask.ts';
import { type ConnectedChat, findConnectedChat } from '../../store/alerts/recipients.ts';
import { readSentMessage } from '../../store/outbox/sent-messages.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { followStatus, unfollowStatus } from '../fleet/follow-status.ts';
import type { Monitor } from '../monitor.ts';
import { linkLifeMs, readLink } from '../people/one-time-links.ts';
import type { Tickets } from '../people/tickets.ts';
import { acknowledgeOutages } from './acknowledge-outages.ts';
import { disconnectRecipient } from './disconnect-recipient.ts';
import { registerRecipient } from './register-recipient.ts';

const dayMs = 86_400_000;

/** The links of a message work so long, in ms. */
const lifeOf: Readonly<Record<LinkedAction['do'], number>> = {
  acknowledge: 7 * dayMs,
  // Old messages are what people unsubscribe from.
  stop: 2 * 365 * dayMs,
  confirm: linkLifeMs.confirm,
  follow: dayMs,
  unfollow: 2 * 365 * dayMs,
};

/** Questions that were answered with yes: each works once, after a restart, too. */
const answered: AttemptLimit = { scope: 'follow-link', maxFailures: 1, windowMs: lifeOf.follow };

/** The address that answers with a page for people; what is posted to it is done. */
export function makeMessageLink(
  tickets: Tickets,
  publicUrl: string,
  action: LinkedAction,
  now: Instant,
): string {
  const expiresAt = now.wallMs + lifeOf[action.do];
  const ticket = tickets.issue('message-link', JSON.stringify(action), expiresAt);
  return `${publicUrl.replace(/\/$/, '')}/api/message-link?ticket=${ticket}`;
}

/** The action that a link stands for. */
interface LinkOutcome {
  readonly do: LinkedAction['do'];
  readonly address: string;
  /** The account it is about, or the area of the public page. */
  readonly account: string;
}

/**
 * Says what a link would do; nothing changes, since programs follow links, too.
 * @throws AppError NOT_FOUND when it does not work any more
 */
export function describeMessageLink(
  { store }: Pick<Monitor, 'store'>,
  tickets: Tickets,
  ticket: string,
  now: Instant,
): LinkOutcome {
  const action = readTicket(store, tickets, ticket, now);
  if (action.do === 'follow' || action.do === 'unfollow') return outcomeOf(action);
  if (action.do !== 'confirm') {
    const recipient = requireRecipient(store, action);
    return { do: action.do, address: calledOf(action, recipient), account: recipient.customerName };
  }
  const { channel, address, token } = action;
  const link = readLink(store, { purpose: 'confirm', channel, address }, token, now);
  const customer = link && findCustomer(store, link.customerId);
  if (customer === undefined) throw gone();
  return { do: action.do, address, account: maskText(customer.name) };
}

/**
 * Does what a link stands for.
 * @param from network address
 * @throws AppError NOT_FOUND when it does not work any more, CONFLICT when the address is another account's
 */
export function followMessageLink(
  monitor: Monitor,
  tickets: Tickets,
  ticket: string,
  from: string,
  now: Instant,
): LinkOutcome {
  const { store } = monitor;
  const action = readTicket(store, tickets, ticket, now);
  const { channel, address } = action;
  if (action.do === 'follow') {
    followStatus(monitor, { channel, address, area: action.area, language: action.language });
    // People who leave on the same day are not brought back by the question.
    recordFailedAttempt(store, answered, ticket, now.wallMs);
    return outcomeOf(action);
  }
  if (action.do === 'unfollow') {
    unfollowStatus(monitor, action);
    return outcomeOf(action);
  }
  if (action.do === 'confirm') {
    const { language, token } = action;
    const proof = { type: 'link', purpose: 'confirm', token } as const;
    const request = { channel, address, chatName: address, language, proof };
    const outcome = registerRecipient(monitor, request, now);
    if (outcome.type !== 'connected') throw new AppError('CONFLICT', refusals.addressTaken);
    return { do: action.do, address, account: outcome.customerName };
  }
  const recipient = requireRecipient(store, action);
  const { customerId, recipientId, customerName: account } = recipient;
  const called = calledOf(action, recipient);
  const actor = { name: `bot:${called}`, address: from };
  if (action.do === 'stop') {
    disconnectRecipient(monitor, customerId, recipientId, actor, now);
  } else {
    const content = readSentMessage(store, action.notificationId);
    if (content?.customerId !== customerId) throw gone();
    const { outageIds } = content;
    acknowledgeOutages(monitor, { customerId, outageIds, by: called, actor }, now);
  }
  return { do: action.do, address: called, account };
}

type StatusAction = Extract<LinkedAction, { do: 'follow' | 'unfollow' }>;

/** The action of a link to the public page. Null: it is none, or does not work any more. */
export function readStatusLink(
  tickets: Tickets,
  ticket: string,
  now: Instant,
): StatusAction | null {
  return statusActionIn(tickets.read('message-link', ticket, now.wallMs));
}

/** The action that a link to the public page stood for, whether it still works or not. Null: it is none. */
export function recallStatusLink(tickets: Tickets, ticket: string): StatusAction | null {
  return statusActionIn(tickets.recall('message-link', ticket));
}

function statusActionIn(subject: string | null): StatusAction | null {
  const action: LinkedAction | null = subject === null ? null : JSON.parse(subject);
  return action?.do === 'follow' || action?.do === 'unfollow' ? action : null;
}

function readTicket(
  store: Monitor['store'],
  tickets: Tickets,
  ticket: string,
  now: Instant,
): LinkedAction {
  const subject = tickets.read('message-link', ticket, now.wallMs);
  if (subject === null) throw gone();
  const action: LinkedAction = JSON.parse(subject);
  if (action.do === 'follow' && readAttemptWait(store, answered, ticket, now.wallMs) > 0) {
    throw gone();
  }
  return action;
}

function outcomeOf(action: StatusAction): LinkOutcome {
  const { channel, address } = action;
  const called = channel === 'webpush' ? '' : address;
  return { do: action.do, address: called, account: action.do === 'follow' ? action.area : '' };
}

function requireRecipient(store: Monitor['store'], action: LinkedAction): ConnectedChat {
  const recipient = findConnectedChat(store, action.channel, action.address);
  if (recipient === undefined) throw gone();
  return recipient;
}

/** As the others hear of them: the address of a browser is long, and holds its keys. */
function calledOf({ channel, address }: LinkedAction, { name }: ConnectedChat): string {
  return channel === 'webpush' ? (name ?? '') : address;
}

function gone(): AppError {
  return new AppError('NOT_FOUND', 'This link is not valid any more.');
}
