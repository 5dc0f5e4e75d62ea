import {
  makeWebhookAddress,
  type WebhookFormat,
  type WebhookTarget,
} from '../../domain/alerts/webhook-address.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { connectRecipient, readRecipients } from '../../store/alerts/recipients.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { sendQueued } from '../engine/follow-up.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import { contactIdOf, getContact } from './edit-contacts.ts';
import { resumeAlerts } from './resume-alerts.ts';

/** Each try is a call to a place that somebody else chose. */
const tries: AttemptLimit = { scope: 'webhook', maxFailures: 20, windowMs: 3_600_000 };
const mostWebhooks = 5;

interface WebhookRequest {
  readonly customerId: number;
  readonly url: string;
  readonly format: WebhookFormat;
  /** `own`, or the number of a contact. */
  readonly contact: string;
}

interface PreparedWebhook {
  readonly customerId: number;
  readonly address: string;
  /** The place that it leads to, without what may be secret in it. */
  readonly host: string;
  readonly contact: string;
}

/**
 * Allows one try to reach a webhook.
 * @throws AppError RATE_LIMITED, NOT_FOUND when there is no such contact, CONFLICT when there are enough
 */
export function prepareWebhook(
  { store }: Pick<Monitor, 'store'>,
  { customerId, url, format, contact }: WebhookRequest,
  now: Instant,
): PreparedWebhook {
  return store.transaction(() => {
    checkRoom(store, customerId);
    getContact(store, customerId, contactIdOf(contact));
    const refusal = 'Too many webhooks were tried. Please wait.';
    spendAttempts(store, [[tries, `${customerId}`]], refusal, now.wallMs);
    const address = newWebhookAddress({ url, format });
    return { customerId, address, host: new URL(url).hostname, contact };
  });
}

/**
 * Connects a webhook that took its test.
 * @throws AppError NOT_FOUND when the contact has gone meanwhile, CONFLICT when there are enough
 */
export function connectWebhook(
  monitor: Monitor,
  { customerId, address, host, contact }: PreparedWebhook,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  const at = { channel: 'webhook', address } as const;
  store.transaction(() => {
    checkRoom(store, customerId);
    const { isOwn, id, name: contactName } = getContact(store, customerId, contactIdOf(contact));
    const account = findCustomer(store, customerId);
    const language = account?.language ?? 'th';
    const whose = { customerId, contactId: isOwn ? null : id };
    connectRecipient(store, { ...whose, ...at, name: host, language }, now.wallMs);
    queueNews(store, customerId, { type: 'chat-joined', chat: host }, now.wallMs, {
      except: at,
    });
    resumeAlerts(monitor, { customerId, recipient: at }, now);
    const subject = `customer:${customerId}`;
    const after = { channel: 'webhook', host, contact: isOwn ? account?.name : contactName };
    writeAudit(store, { actor, action: 'recipient.register', subject, after }, now.wallMs);
  });
  sendQueued(monitor);
}

/** The address that a webhook is stored under, with a salt for its secret. */
export function newWebhookAddress(target: WebhookTarget): string {
  return makeWebhookAddress(target, makeSalt());
}

/** Random text from which, with the signing key, the secret of one webhook is made. */
export function makeSalt(): string {
  return crypto.getRandomValues(new Uint8Array(12)).toHex();
}

function checkRoom(store: Monitor['store'], customerId: number): void {
  const there = readRecipients(store, customerId).filter(({ channel }) => channel === 'webhook');
  if (there.length >= mostWebhooks) {
    throw new AppError('CONFLICT', `This account has ${mostWebhooks} webhooks already.`);
  }
}
