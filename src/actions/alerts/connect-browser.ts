import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  connectRecipient,
  deleteRecipient,
  findConnectedChat,
  type RecipientRow,
  readRecipients,
} from '../../store/alerts/recipients.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { contactIdOf, getContact } from './edit-contacts.ts';
import { resumeAlerts } from './resume-alerts.ts';

const mostBrowsers = 10;

interface BrowserToConnect {
  readonly customerId: number;
  /** As `makePushAddress` makes it. */
  readonly address: string;
  readonly name: string;
  /** `own`, or the number of a contact. */
  readonly contact: string;
}

/**
 * Connects a browser whose user is logged in to the account. It is told of open outages at once. Browsers of the
 * account that cannot be reached any more are removed.
 * @returns the number of the recipient
 * @throws AppError NOT_FOUND when there is no such contact, CONFLICT when there are enough browsers
 */
export function connectBrowser(
  monitor: Monitor,
  { customerId, address, name, contact }: BrowserToConnect,
  actor: Actor,
  now: Instant,
): number {
  const { store } = monitor;
  const at = { channel: 'webpush', address } as const;
  const id = store.transaction(() => {
    const others = browsersOf(store, customerId).filter((row) => row.address !== address);
    const unreachable = others.filter(({ unreachableAt }) => unreachableAt !== null);
    for (const row of unreachable) deleteRecipient(store, customerId, row.id);
    if (others.length - unreachable.length >= mostBrowsers) {
      throw new AppError('CONFLICT', `This account has ${mostBrowsers} browsers already.`);
    }
    const {
      isOwn,
      id: contactId,
      name: contactName,
    } = getContact(store, customerId, contactIdOf(contact));
    const account = findCustomer(store, customerId);
    const language = account?.language ?? 'th';
    const whose = { customerId, contactId: isOwn ? null : contactId };
    connectRecipient(store, { ...whose, ...at, name, language }, now.wallMs);
    queueNews(store, customerId, { type: 'chat-joined', chat: name }, now.wallMs, {
      except: at,
    });
    resumeAlerts(monitor, { customerId, recipient: at }, now);
    const subject = `customer:${customerId}`;
    const after = { channel: 'webpush', name, contact: isOwn ? account?.name : contactName };
    writeAudit(store, { actor, action: 'recipient.register', subject, after }, now.wallMs);
    return findConnectedChat(store, 'webpush', address)?.recipientId;
  });
  if (id === undefined) throw new Error('a browser just connected is not there');
  sendQueued(monitor);
  return id;
}

/** The browser of an account with this address at its push service. */
export function findBrowser(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  endpoint: string,
): RecipientRow | undefined {
  const start = `${new URL(endpoint).href}#`;
  return browsersOf(store, customerId).find(({ address }) => address.startsWith(start));
}

function browsersOf(store: Monitor['store'], customerId: number): RecipientRow[] {
  return readRecipients(store, customerId).filter(({ channel }) => channel === 'webpush');
}
