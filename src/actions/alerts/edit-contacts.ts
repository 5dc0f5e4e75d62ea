import { differences } from '../../domain/differences.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { timeOfDayText } from '../../domain/local-days.ts';
import type { Actor } from '../../domain/people/actor.ts';
import {
  type ContactFields,
  type ContactRow,
  deleteContact,
  findContact,
  findOwnContact,
  insertContact,
  readContactSites,
  readContacts,
  readDeviceRows,
  takeOwnContact,
  updateContact,
  writeContactRecipients,
  writeContactSites,
} from '../../store/alerts/contacts.ts';
import { readRecipients } from '../../store/alerts/recipients.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { applyDisconnect } from './disconnect-recipient.ts';
import { replanOutages } from './resume-alerts.ts';

/** The account's own contact, or the number of another one. */
type ContactId = 'own' | number;

/** @param text `own`, or a number */
export function contactIdOf(text: string): ContactId {
  return text === 'own' ? text : Number(text);
}

type SavedFields = Omit<ContactFields, 'isForChosenSites'>;

type ContactChange = { readonly [K in keyof SavedFields]?: SavedFields[K] | undefined } & {
  /** Null: all sites. */
  readonly deviceIds?: readonly string[] | null | undefined;
  /** In the order in which they are tried. */
  readonly recipientIds?: readonly number[] | undefined;
};

const mostContacts = 10;

/**
 * Adds a contact, who has no recipient yet.
 * @throws AppError CONFLICT when there are as many as an account may have
 */
export function addContact(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  name: string,
  actor: Actor,
  now: Instant,
): ContactRow {
  return store.transaction(() => {
    takeOwnContact(store, customerId, now.wallMs);
    if (readContacts(store, customerId).length >= mostContacts) {
      throw new AppError('CONFLICT', `This account has ${mostContacts} contacts already.`);
    }
    const contact = insertContact(store, { customerId, name, createdAt: now.wallMs });
    const entry = { actor, action: 'contact.add', subject: `customer:${customerId}` };
    writeAudit(store, { ...entry, after: { contact: name } }, now.wallMs);
    return contact;
  });
}

/**
 * Changes who is told, and when. It counts at once, also for outages that go on.
 * @throws AppError NOT_FOUND when the contact, a device or a recipient is not the customer's
 */
export function changeContact(
  monitor: Monitor,
  customerId: number,
  id: ContactId,
  { deviceIds, recipientIds, ...wanted }: ContactChange,
  actor: Actor,
  now: Instant,
): ContactRow {
  const { store } = monitor;
  const saved = store.transaction(() => {
    if (id === 'own') takeOwnContact(store, customerId, now.wallMs);
    const contact = getContact(store, customerId, id);
    const before = describe(store, contact);
    const fields = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    );
    // The account's own contact has the account's name.
    if (contact.isOwn) delete fields['name'];
    const sites = deviceIds === undefined ? {} : { isForChosenSites: deviceIds !== null };
    updateContact(store, contact.id, { ...fields, ...sites });
    if (deviceIds !== undefined) writeSites(store, contact, deviceIds ?? []);
    if (recipientIds !== undefined) writeRecipients(store, contact, recipientIds);
    const changed = describe(store, getContact(store, customerId, contact.id));
    const difference = differences(before, changed);
    if (difference !== null) {
      const entry = { actor, action: 'contact.edit', subject: `customer:${customerId}` };
      const after = { contact: contact.name, ...difference.after };
      writeAudit(store, { ...entry, ...difference, after }, now.wallMs);
    }
    replanOutages(monitor, customerId, now);
    return getContact(store, customerId, contact.id);
  });
  sendQueued(monitor);
  return saved;
}

/**
 * Removes a contact, and disconnects their recipients: they are told nothing more.
 * @throws AppError NOT_FOUND; CONFLICT for the account's own contact
 */
export function removeContact(
  monitor: Monitor,
  customerId: number,
  id: ContactId,
  actor: Actor,
  now: Instant,
): void {
  const { store } = monitor;
  store.transaction(() => {
    removeContactAtOnce(store, customerId, id, actor, now);
    replanOutages(monitor, customerId, now);
  });
  sendQueued(monitor);
}

/** The same within the caller's transaction; outages that go on have to be planned anew, and be followed up. */
export function removeContactAtOnce(
  store: Monitor['store'],
  customerId: number,
  id: ContactId,
  actor: Actor,
  now: Instant,
): void {
  const contact = getContact(store, customerId, id);
  if (contact.isOwn) throw new AppError('CONFLICT', 'The own contact cannot be removed.');
  for (const recipient of readRecipients(store, customerId)) {
    if (recipient.contactId !== contact.id) continue;
    applyDisconnect(store, customerId, recipient.id, actor, now);
  }
  deleteContact(store, contact.id);
  const entry = { actor, action: 'contact.remove', subject: `customer:${customerId}` };
  writeAudit(store, { ...entry, before: { contact: contact.name } }, now.wallMs);
}

/**
 * @returns of the own contact the row, if it has one
 * @throws AppError NOT_FOUND
 */
export function getContact(store: Monitor['store'], customerId: number, id: ContactId): ContactRow {
  const contact =
    id === 'own' ? findOwnContact(store, customerId) : findContact(store, customerId, id);
  if (contact === undefined) throw new AppError('NOT_FOUND', 'There is no such contact.');
  return contact;
}

function writeSites(
  store: Monitor['store'],
  { id, customerId }: ContactRow,
  deviceIds: readonly string[],
): void {
  const found = readDeviceRows(store, customerId, deviceIds);
  if (found.length < new Set(deviceIds).size) {
    throw new AppError('NOT_FOUND', 'There is no such device.');
  }
  writeContactSites(
    store,
    id,
    found.map(({ row }) => row),
  );
}

function writeRecipients(
  store: Monitor['store'],
  contact: ContactRow,
  recipientIds: readonly number[],
): void {
  const theirs = new Set(readRecipients(store, contact.customerId).map(({ id }) => id));
  if (recipientIds.some((id) => !theirs.has(id))) {
    throw new AppError('NOT_FOUND', 'There is no such chat.');
  }
  writeContactRecipients(store, contact, recipientIds);
}

/** As the audit log has it. */
function describe(store: Monitor['store'], contact: ContactRow): Record<string, unknown> {
  const { id, customerId, isForChosenSites, isOwn, quietFrom, quietTo } = contact;
  const { name, language, order, afterMinutes, wakes } = contact;
  const chats = readRecipients(store, customerId).filter(
    ({ contactId }) => contactId === (isOwn ? null : id),
  );
  const sites = isForChosenSites ? (readContactSites(store, customerId).get(id) ?? []) : ['all'];
  const hasQuiet = quietFrom !== null && quietTo !== null;
  return {
    name,
    language,
    order,
    afterMinutes,
    quietHours: hasQuiet ? `${timeOfDayText(quietFrom)}–${timeOfDayText(quietTo)}` : null,
    wakes: wakes.join(', '),
    sites: sites.join(', '),
    chats: chats.map((chat) => chat.id).join(', '),
  };
}
