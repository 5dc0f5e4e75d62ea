/** Everything a list shows: an export walks a table by its row numbers, from the newest down. */
import { and } from 'drizzle-orm';
import {
  type DeviceMoment,
  type DeviceQuery,
  deviceConditions,
  searchDevices,
} from '../devices/device-list.ts';
import { type DeviceOverview, readDeviceOverviews } from '../devices/device-overview.ts';
import { type EventQuery, type ListedEvent, prepareEventRange } from '../fleet/event-list.ts';
import { type KeyQuery, keyConditions, searchKeys } from '../keys/key-list.ts';
import { type ListedKey, readKeyRows } from '../keys/keys.ts';
import { type AuditEntry, type AuditQuery, prepareAuditRange } from '../people/audit.ts';
import {
  type CustomerOverview,
  type CustomerQuery,
  customerConditions,
  readCustomerOverviews,
  searchCustomers,
} from '../people/customer-list.ts';
import type { Store } from './open.ts';
import { prepareRange, type RowRange, rowRanges, type Search } from './row-walk.ts';

/** Some rows at a time; a part may be empty. Other work is done between parts. */
export type Parts<Row> = Generator<readonly Row[], void, void>;

/** Rows in one part; each becomes a line of many columns. A part takes a few milliseconds. */
const rowsPerPart = 100;

export function exportCustomers(
  store: Store,
  { filter, ...words }: CustomerQuery,
): Parts<CustomerOverview> {
  const search = searchCustomers(words);
  const where = and(search.where, customerConditions[filter]);
  const find = prepareRange(store, { ...search, where });
  return readParts(store, search, (range) => readCustomerOverviews(store, find(range)));
}

export function exportDevices(
  store: Store,
  { filter, ...words }: DeviceQuery,
  moment: DeviceMoment,
): Parts<DeviceOverview> {
  const search = searchDevices(words);
  const where = and(search.where, deviceConditions(moment)[filter]);
  const find = prepareRange(store, { ...search, where });
  return readParts(store, search, (range) => readDeviceOverviews(store, find(range)));
}

export function exportKeys(
  store: Store,
  { filter = 'all', ...words }: KeyQuery,
  nowMs: number,
): Parts<ListedKey> {
  const search = searchKeys(words);
  const where = and(search.where, keyConditions(nowMs)[filter]);
  const find = prepareRange(store, { ...search, where });
  return readParts(store, search, (range) => readKeyRows(store, find(range)));
}

export function exportAudit(store: Store, query: AuditQuery): Parts<AuditEntry> {
  return readParts(store, { table: 'audit_log' }, prepareAuditRange(store, query));
}

export function* exportEvents(store: Store, query: EventQuery): Parts<ListedEvent> {
  const steps = prepareEventRange(store, query);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return yield* readParts(store, { table: 'events' }, step.value);
    yield [];
  }
}

function* readParts<Row>(
  store: Store,
  search: Search,
  read: (range: RowRange) => readonly Row[],
): Parts<Row> {
  for (const range of rowRanges(store, search, rowsPerPart)) yield read(range);
}
