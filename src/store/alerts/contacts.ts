import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { rings } from '../../domain/alerts/channel-traits.ts';
import { planTellingOfCritical } from '../../domain/alerts/critical-calls.ts';
import type { QuietHours } from '../../domain/alerts/quiet-hours.ts';
import { type Contact, planTelling, type Told } from '../../domain/alerts/telling.ts';
import type { ChannelName, OutageKind } from '../../domain/states.ts';
import { devices } from '../devices/tables.ts';
import { perStore, type Store } from '../engine/open.ts';
import { contactDevices, contacts, recipients } from './tables.ts';

export type ContactRow = typeof contacts.$inferSelect;

/** In SQL, of a row `r` of recipients: whose it is. Null: nobody has set anything for its contact. */
export const contactOfRecipient = `coalesce(r.contact_id, (SELECT own.id FROM contacts own
  WHERE own.customer_id = r.customer_id AND own.is_own = 1))`;

/** In SQL, of a row `r` of recipients: the language of its contact. Null: the contact has none. */
export const languageOfContact = `(SELECT spoken.language FROM contacts spoken
  WHERE spoken.id = ${contactOfRecipient})`;

/** In SQL, of a row `r` of recipients that is only told: its contact, if that is for chosen sites. */
const narrowingContact = `SELECT narrow.id FROM contacts narrow
  WHERE r.role = 'told' AND narrow.id = ${contactOfRecipient} AND narrow.is_for_chosen_sites = 1`;

/**
 * In SQL, of a row `r` of recipients: whether it may know of a site. Whoever is only told knows of the sites
 * that their contact is for.
 * @param site the row number of its device
 */
export const mayKnowOf = (site: string) => `NOT EXISTS (${narrowingContact}
  AND NOT EXISTS (SELECT 1 FROM contact_devices chosen
    WHERE chosen.contact_id = narrow.id AND chosen.device_row = ${site}))`;

const narrowing = perStore(({ sqlite }) => ({
  contact: sqlite.query<{ id: number }, [recipientId: number]>(
    `SELECT n.id FROM recipients r JOIN contacts n ON n.id IN (${narrowingContact}) WHERE r.id = ?`,
  ),
  sites: sqlite.query<{ row: number }, [contactId: number]>(
    'SELECT device_row AS row FROM contact_devices WHERE contact_id = ?',
  ),
}));

/** Rows of the sites that a recipient may know of; null: of all that are its customer's. */
export type KnownSites = ReadonlySet<number> | null;

/** @param recipientId null: the log's, which knows all */
export function readKnownSites(store: Store, recipientId: number | null): KnownSites {
  const { contact, sites } = narrowing(store);
  const narrow = recipientId === null ? null : contact.get(recipientId);
  return narrow === null ? null : new Set(sites.all(narrow.id).map(({ row }) => row));
}

/** An account's own contact as long as nobody has set anything for it: it has no row. */
export function ownContact(customerId: number): ContactRow {
  return {
    id: 0,
    customerId,
    isOwn: true,
    name: '',
    language: null,
    order: 'together',
    afterMinutes: 0,
    quietFrom: null,
    quietTo: null,
    wakes: ['alert'],
    isForChosenSites: false,
    createdAt: 0,
  };
}

/** The own contact first, then by when they are told. */
export function readContacts(store: Store, customerId: number): ContactRow[] {
  return store.db
    .select()
    .from(contacts)
    .where(eq(contacts.customerId, customerId))
    .orderBy(desc(contacts.isOwn), asc(contacts.afterMinutes), asc(contacts.id))
    .all();
}

export function findContact(store: Store, customerId: number, id: number): ContactRow | undefined {
  return store.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.customerId, customerId)))
    .get();
}

/** An account's own contact. */
export function findOwnContact(store: Store, customerId: number): ContactRow {
  const isOwn = and(eq(contacts.customerId, customerId), eq(contacts.isOwn, true));
  return store.db.select().from(contacts).where(isOwn).get() ?? ownContact(customerId);
}

/** Makes the row of an account's own contact when it is first needed. */
export function takeOwnContact(store: Store, customerId: number, nowMs: number): void {
  store.db
    .insert(contacts)
    .values({ customerId, isOwn: true, createdAt: nowMs })
    .onConflictDoNothing()
    .run();
}

export function insertContact(
  store: Store,
  contact: { readonly customerId: number; readonly name: string; readonly createdAt: number },
): ContactRow {
  return store.db.insert(contacts).values(contact).returning().get();
}

/** The fields of a contact that may be set. */
export type ContactFields = Pick<
  ContactRow,
  | 'name'
  | 'language'
  | 'order'
  | 'afterMinutes'
  | 'quietFrom'
  | 'quietTo'
  | 'wakes'
  | 'isForChosenSites'
>;

export function updateContact(store: Store, id: number, fields: Partial<ContactFields>): void {
  if (Object.keys(fields).length === 0) return;
  store.db.update(contacts).set(fields).where(eq(contacts.id, id)).run();
}

export function deleteContact(store: Store, id: number): void {
  store.db.delete(contacts).where(eq(contacts.id, id)).run();
}

/** The sites of contacts that are for chosen ones, by contact; only such as are the customer's. */
export function readContactSites(store: Store, customerId: number): Map<number, string[]> {
  const rows = store.db
    .select({ contactId: contactDevices.contactId, deviceId: devices.deviceId })
    .from(contacts)
    .innerJoin(contactDevices, eq(contactDevices.contactId, contacts.id))
    .innerJoin(devices, eq(devices.id, contactDevices.deviceRow))
    .where(and(eq(contacts.customerId, customerId), eq(devices.customerId, customerId)))
    .orderBy(asc(devices.id))
    .all();
  const sites = new Map<number, string[]>();
  for (const { contactId, deviceId } of rows) {
    sites.set(contactId, [...(sites.get(contactId) ?? []), deviceId]);
  }
  return sites;
}

export function writeContactSites(store: Store, id: number, deviceRows: readonly number[]): void {
  store.db.delete(contactDevices).where(eq(contactDevices.contactId, id)).run();
  if (deviceRows.length === 0) return;
  const rows = deviceRows.map((deviceRow) => ({ contactId: id, deviceRow }));
  store.db.insert(contactDevices).values(rows).run();
}

/**
 * Gives a contact the recipients it is to have, in this order; what it had and is not named goes to the
 * account's own contact. Must run inside a transaction.
 */
export function writeContactRecipients(
  store: Store,
  contact: Pick<ContactRow, 'id' | 'customerId' | 'isOwn'>,
  recipientIds: readonly number[],
): void {
  const { id, customerId, isOwn } = contact;
  const isTheirs = eq(recipients.customerId, customerId);
  if (!isOwn) {
    store.db
      .update(recipients)
      .set({ contactId: null })
      .where(and(isTheirs, eq(recipients.contactId, id)))
      .run();
  }
  for (const [position, recipientId] of recipientIds.entries()) {
    store.db
      .update(recipients)
      .set({ contactId: isOwn ? null : id, position })
      .where(and(isTheirs, eq(recipients.id, recipientId)))
      .run();
  }
}

/** A contact of a customer as a row of SQL has it. */
interface RuleRow {
  readonly id: number;
  readonly isOwn: number;
  readonly order: Contact['order'];
  readonly afterMinutes: number;
  readonly isForSite: number;
}

const rules = perStore(({ sqlite }) =>
  sqlite.query<RuleRow, [customerId: number, deviceRow: number]>(`
    SELECT id, is_own AS isOwn, "order", after_minutes AS afterMinutes,
      is_for_chosen_sites = 0 OR EXISTS (SELECT 1 FROM contact_devices c
        WHERE c.contact_id = contacts.id AND c.device_row = ?2) AS isForSite
    FROM contacts WHERE customer_id = ?1`),
);

/** An outage, as far as its owner's plan of telling needs to know it. */
interface OwnedSite {
  readonly customerId: number;
  readonly deviceRow: number;
}

const critical = perStore(({ sqlite }) =>
  sqlite.query<{ critical: number }, [deviceRow: number]>(
    'SELECT critical FROM devices WHERE id = ?',
  ),
);

/** A recipient, as far as a plan of telling needs to know it. */
interface PlannedRecipient {
  readonly channel: ChannelName;
  readonly contactId: number | null;
}

/** Whether one of these is called by phone, and the site is critical. */
export function callsCritical(
  store: Store,
  deviceRow: number,
  recipients: readonly Pick<PlannedRecipient, 'channel'>[],
): boolean {
  return recipients.some(rings) && critical(store).get(deviceRow)?.critical === 1;
}

/** The plan of telling some of a customer's recipients of an outage of a site, as their contacts want it. */
export function planFor<R extends PlannedRecipient>(
  store: Store,
  { customerId, deviceRow }: OwnedSite,
  recipients: readonly R[],
): Told<R & { readonly contact: Contact }>[] {
  const found = rules(store)
    .all(customerId, deviceRow)
    .map((row) => ({ ...row, isOwn: row.isOwn === 1, isForSite: row.isForSite === 1 }));
  const own = found.find(({ isOwn }) => isOwn) ?? { ...ownContact(customerId), isForSite: true };
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  const plan = callsCritical(store, deviceRow, recipients) ? planTellingOfCritical : planTelling;
  return plan(
    recipients.map((recipient) => {
      const { contactId } = recipient;
      return { ...recipient, contact: (contactId === null ? own : byId.get(contactId)) ?? own };
    }),
  );
}

/** In SQL, of a row `k` of contacts: when it is not to be disturbed. */
export const quietColumns = `k.quiet_from AS quietFrom, k.quiet_to AS quietTo, k.wakes`;

/** These columns, as a row has them. */
export interface QuietRow {
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  /** Read by drizzle, or as JSON. */
  readonly wakes: readonly OutageKind[] | string | null;
}

export function quietHoursOf({ quietFrom, quietTo, wakes }: QuietRow): QuietHours | null {
  if (quietFrom === null || quietTo === null) return null;
  const kinds = typeof wakes === 'string' ? JSON.parse(wakes) : wakes;
  return { from: quietFrom, to: quietTo, wakes: kinds ?? [] };
}

/** Those of these devices that are the customer's, by their names. */
export function readDeviceRows(
  store: Store,
  customerId: number,
  deviceIds: readonly string[],
): { readonly row: number; readonly deviceId: string }[] {
  return store.db
    .select({ row: devices.id, deviceId: devices.deviceId })
    .from(devices)
    .where(and(eq(devices.customerId, customerId), inArray(devices.deviceId, [...deviceIds])))
    .all();
}

/** Contacts beside the own one: whether anybody has to be told what another one does. */
export function hasSeveralContacts(store: Store, customerId: number): boolean {
  const others = and(eq(contacts.customerId, customerId), eq(contacts.isOwn, false));
  return store.db.select({ id: sql`1` }).from(contacts).where(others).limit(1).get() !== undefined;
}
