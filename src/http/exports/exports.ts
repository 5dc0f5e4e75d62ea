import { describeKey } from '../../actions/keys/describe-key.ts';
import {
  customersExportQuerySchema,
  devicesExportQuerySchema,
  keysExportQuerySchema,
} from '../../contract/exports/exports.ts';
import { eventsExportQuerySchema } from '../../contract/fleet/events.ts';
import { auditExportQuerySchema } from '../../contract/people/audit.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import {
  exportAudit,
  exportCustomers,
  exportDevices,
  exportEvents,
  exportKeys,
  type Parts,
} from '../../store/engine/export-parts.ts';
import { describeDevice } from '../devices/describe-device.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { isMasked, type View } from '../engine/view.ts';
import { describeEvent, toEventQuery } from '../fleet/events.ts';
import { describeAuditEntry } from '../people/audit.ts';
import { describeCustomer } from '../people/customers.ts';
import type { Column } from './csv.ts';
import {
  auditColumns,
  customerColumns,
  deviceColumns,
  eventColumns,
  keyColumns,
} from './export-columns.ts';
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
        access: 'viewer',
        cost: 'export',
        tag,
        summary: 'Export customers',
        description,
        query: customersExportQuerySchema,
        answerType,
      },
      (call) => {
        const wanted = { ...call.query, isMasked: isMasked(call.caller) };
        const parts = exportCustomers(store, wanted);
        return answerCsv(context, call, 'customers', customerColumns, parts, describeCustomer);
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/devices/export.csv',
        access: 'viewer',
        cost: 'export',
        tag,
        summary: 'Export devices',
        description,
        query: devicesExportQuerySchema,
        answerType,
      },
      (call) => {
        const { q, filter, customer_id: customerId } = call.query;
        const wanted = { q, isMasked: isMasked(call.caller), filter, customerId };
        const parts = exportDevices(store, wanted);
        return answerCsv(context, call, 'devices', deviceColumns, parts, (device) =>
          describeDevice(monitor, device, call.now.wallMs),
        );
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/keys/export.csv',
        access: 'viewer',
        cost: 'export',
        tag,
        summary: 'Export keys',
        description,
        query: keysExportQuerySchema,
        answerType,
      },
      (call) => {
        const { q, filter, customer_id: customerId } = call.query;
        const { wallMs } = call.now;
        const wanted = { q, isMasked: isMasked(call.caller), filter, customerId };
        const parts = exportKeys(store, wanted, wallMs);
        return answerCsv(context, call, 'keys', keyColumns, parts, (key) =>
          describeKey(key, wallMs),
        );
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/events/export.csv',
        access: 'viewer',
        cost: 'export',
        tag,
        summary: 'Export events',
        description: `${description} In the order in which they were written down.`,
        query: eventsExportQuerySchema,
        answerType,
      },
      (call) => {
        const wanted = { ...toEventQuery(call.query), isMasked: isMasked(call.caller) };
        const parts = exportEvents(store, wanted);
        return answerCsv(context, call, 'events', eventColumns, parts, describeEvent);
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/audit/export.csv',
        access: 'viewer',
        cost: 'export',
        tag,
        summary: 'Export the audit log',
        description,
        query: auditExportQuerySchema,
        answerType,
      },
      (call) => {
        const wanted = { ...call.query, isMasked: isMasked(call.caller) };
        const parts = exportAudit(store, wanted);
        return answerCsv(context, call, 'audit', auditColumns, parts, describeAuditEntry);
      },
    ),
  ];
}

function answerCsv<Stored, Row>(
  { monitor, timezone }: ApiContext,
  { now, view }: { readonly now: Instant; readonly view: View },
  name: string,
  columns: readonly Column<Row>[],
  parts: Parts<Stored>,
  describe: (stored: Stored) => Row,
): Response {
  const { date } = localDayOf(now.wallMs, timezone);
  const shown = parts.map((rows) => view(rows.map(describe)));
  return new Response(streamCsv(columns, shown, monitor.log), {
    headers: {
      'Content-Type': answerType,
      'Content-Disposition': `attachment; filename="${name}-${date}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
