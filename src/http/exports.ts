import { auditExportQuerySchema } from '../contract/audit.ts';
import { eventsExportQuerySchema } from '../contract/events.ts';
import {
  customersExportQuerySchema,
  devicesExportQuerySchema,
  keysExportQuerySchema,
} from '../contract/exports.ts';
import type { Instant } from '../domain/instant.ts';
import { localDayOf } from '../domain/local-days.ts';
import { describeKey } from '../monitor/describe-key.ts';
import { readAuditRange } from '../store/audit-list.ts';
import { readEventRange, resolveEventQuery } from '../store/event-list.ts';
import {
  type ExportedTable,
  type RowRange,
  readCustomerRange,
  readDeviceRange,
  readKeyRange,
  readLastRow,
} from '../store/export-ranges.ts';
import type { ApiContext } from './api-context.ts';
import { describeAuditEntry } from './audit.ts';
import type { Column } from './csv.ts';
import { describeCustomer } from './customers.ts';
import { describeDevice } from './describe-device.ts';
import { describeEvent, toEventQuery } from './events.ts';
import {
  auditColumns,
  customerColumns,
  deviceColumns,
  eventColumns,
  keyColumns,
} from './export-columns.ts';
import { type Route, route } from './route.ts';
import { streamCsv } from './stream-csv.ts';

const tag = 'Exports';
const answerType = 'text/csv; charset=utf-8';
const description =
  'The same search and filters as the list, newest first, all of it. UTF-8 with a byte-order mark; the columns have the names of the fields. Text that a spreadsheet would take for a formula has an apostrophe before it, a phone number included. A connection that ends without the last chunk means that the file is not whole.';

/** Whole lists, for spreadsheets; for administrators. */
export function exportRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customers/export.csv',
        access: 'admin',
        cost: 'export',
        tag,
        summary: 'Export customers',
        description,
        query: customersExportQuerySchema,
        answerType,
      },
      ({ query, now }) =>
        answerCsv(context, now, 'customers', 'customers', customerColumns, (range) =>
          readCustomerRange(store, query, range).map(describeCustomer),
        ),
    ),
    route(
      {
        method: 'GET',
        path: '/api/devices/export.csv',
        access: 'admin',
        cost: 'export',
        tag,
        summary: 'Export devices',
        description,
        query: devicesExportQuerySchema,
        answerType,
      },
      ({ query: { q, filter, customer_id: customerId }, now }) =>
        answerCsv(context, now, 'devices', 'devices', deviceColumns, (range) =>
          readDeviceRange(store, { q, filter, customerId }, range).map((device) =>
            describeDevice(monitor, device, now.wallMs),
          ),
        ),
    ),
    route(
      {
        method: 'GET',
        path: '/api/keys/export.csv',
        access: 'admin',
        cost: 'export',
        tag,
        summary: 'Export keys',
        description,
        query: keysExportQuerySchema,
        answerType,
      },
      ({ query: { q, filter, customer_id: customerId }, now }) =>
        answerCsv(context, now, 'keys', 'activation_keys', keyColumns, (range) =>
          readKeyRange(store, { q, filter, customerId }, range, now.wallMs).map((key) =>
            describeKey(key, now.wallMs),
          ),
        ),
    ),
    route(
      {
        method: 'GET',
        path: '/api/events/export.csv',
        access: 'admin',
        cost: 'export',
        tag,
        summary: 'Export events',
        description: `${description} In the order in which they were written down.`,
        query: eventsExportQuerySchema,
        answerType,
      },
      ({ query, now }) => {
        const wanted = resolveEventQuery(store, toEventQuery(query));
        return answerCsv(context, now, 'events', 'events', eventColumns, (range) =>
          readEventRange(store, wanted, range).map(describeEvent),
        );
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/audit/export.csv',
        access: 'admin',
        cost: 'export',
        tag,
        summary: 'Export the audit log',
        description,
        query: auditExportQuerySchema,
        answerType,
      },
      ({ query, now }) =>
        answerCsv(context, now, 'audit', 'audit_log', auditColumns, (range) =>
          readAuditRange(store, query, range).map(describeAuditEntry),
        ),
    ),
  ];
}

function answerCsv<Row>(
  { monitor, timezone }: ApiContext,
  now: Instant,
  name: string,
  table: ExportedTable,
  columns: readonly Column<Row>[],
  read: (range: RowRange) => readonly Row[],
): Response {
  const last = (upTo: number) => readLastRow(monitor.store, table, upTo);
  const { date } = localDayOf(now.wallMs, timezone);
  return new Response(streamCsv(columns, { last, read }, monitor.log), {
    headers: {
      'Content-Type': answerType,
      'Content-Disposition': `attachment; filename="${name}-${date}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
