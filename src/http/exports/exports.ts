import type { z } from 'zod';
import { describeKey } from '../../actions/keys/describe-key.ts';
import {
  type CsvForm,
  csvFormShape,
  customersExportQuerySchema,
  devicesExportQuerySchema,
  keysExportQuerySchema,
} from '../../contract/exports/exports.ts';
import { eventsExportQuerySchema } from '../../contract/fleet/events.ts';
import { auditExportQuerySchema } from '../../contract/people/audit.ts';
import { localDayOf } from '../../domain/local-days.ts';
import type { Hidden } from '../../domain/people/mask.ts';
import {
  exportAudit,
  exportCustomers,
  exportDevices,
  exportEvents,
  exportKeys,
  type Parts,
} from '../../store/engine/export-parts.ts';
import { describeDevice, deviceMoment } from '../devices/describe-device.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { type Call, type Route, route } from '../engine/route.ts';
import { sendDownload } from '../engine/send-download.ts';
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
import { streamText, type TextParts } from './stream-text.ts';

const tag = 'Exports';
const what =
  'The same search and filters as the list, newest first, all of it. A connection that ends without the last chunk means that the file is not whole.';
const ofCsv =
  'The columns have the names of the fields. For spreadsheets: UTF-8 with a byte-order mark, and text that a spreadsheet would take for a formula has an apostrophe before it, a phone number included. `format=plain` leaves both out.';
const ofJsonLines = 'One JSON object a line, with the fields of the list (https://jsonlines.org).';

/** A list that can be exported. */
interface Export<Query extends z.ZodObject, Stored, Row> {
  /** In the address, and in the name of the file. */
  readonly name: string;
  /** As the summary calls it. */
  readonly title: string;
  readonly query: () => Query;
  readonly columns: readonly Column<Row>[];
  readonly read: (
    query: z.output<Query>,
    given: { readonly hidden: Hidden; readonly nowMs: number },
  ) => Parts<Stored>;
  readonly describe: (stored: Stored, nowMs: number) => Row;
}

/** Whole lists, for spreadsheets and programs; for operators. */
export function exportRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  const { store } = monitor;
  return [
    ...filesOf(context, {
      name: 'customers',
      title: 'customers',
      query: customersExportQuerySchema,
      columns: customerColumns,
      read: (query, { hidden }) => exportCustomers(store, { ...query, hidden }),
      describe: describeCustomer,
    }),
    ...filesOf(context, {
      name: 'devices',
      title: 'devices',
      query: devicesExportQuerySchema,
      columns: deviceColumns,
      read: ({ q, filter, customer_id: customerId }, { hidden, nowMs }) =>
        exportDevices(store, { q, hidden, filter, customerId }, deviceMoment(monitor, nowMs)),
      describe: (device, nowMs) => describeDevice(monitor, device, nowMs),
    }),
    ...filesOf(context, {
      name: 'keys',
      title: 'keys',
      query: keysExportQuerySchema,
      columns: keyColumns,
      read: ({ q, filter, customer_id: customerId }, { hidden, nowMs }) =>
        exportKeys(store, { q, hidden, filter, customerId }, nowMs),
      describe: describeKey,
    }),
    ...filesOf(context, {
      name: 'events',
      title: 'events, in the order in which they were written down',
      query: eventsExportQuerySchema,
      columns: eventColumns,
      read: (query, { hidden }) => exportEvents(store, { ...toEventQuery(query), hidden }),
      describe: describeEvent,
    }),
    ...filesOf(context, {
      name: 'audit',
      title: 'the audit log',
      query: auditExportQuerySchema,
      columns: auditColumns,
      read: (query, { hidden }) => exportAudit(store, { ...query, hidden }),
      describe: describeAuditEntry,
    }),
  ];
}

function filesOf<Query extends z.ZodObject, Stored, Row>(
  { monitor, timezone }: ApiContext,
  { name, title, query, columns, read, describe }: Export<Query, Stored, Row>,
): Route[] {
  const rowsOf = ({ caller, now, view }: AnyCall, narrowing: z.output<Query>) => {
    const given = { hidden: hiddenFrom(caller), nowMs: now.wallMs };
    return read(narrowing, given).map((rows) =>
      view(rows.map((row) => describe(row, given.nowMs))),
    );
  };
  const answer = (
    text: ReadableStream<Uint8Array>,
    { now }: AnyCall,
    extension: string,
    type: string,
  ) => sendDownload(text, `${name}-${localDayOf(now.wallMs, timezone).date}.${extension}`, type);
  const spec = { method: 'GET', access: 'viewer', cost: 'export', tag } as const;
  const csv = 'text/csv; charset=utf-8';
  const jsonLines = 'application/jsonl; charset=utf-8';
  return [
    route(
      {
        ...spec,
        path: `/api/${name}/export.csv`,
        summary: `Export ${title}`,
        description: `${what} ${ofCsv}`,
        query: () => query().extend(csvFormShape()),
        answerType: csv,
      },
      (call) => {
        const { format, ...narrowing } = call.query as z.output<Query> & { format: CsvForm };
        const rows = rowsOf(call, narrowing as z.output<Query>);
        return answer(streamCsv(columns, rows, monitor, format), call, 'csv', csv);
      },
    ),
    route(
      {
        ...spec,
        path: `/api/${name}/export.jsonl`,
        summary: `Export ${title}, as JSON Lines`,
        description: `${what} ${ofJsonLines}`,
        query,
        answerType: jsonLines,
      },
      (call) => {
        const rows = rowsOf(call, call.query as z.output<Query>);
        return answer(streamText(linesOf(rows), monitor), call, 'jsonl', jsonLines);
      },
    ),
  ];
}

type AnyCall = Pick<Call<'viewer', undefined, undefined, undefined>, 'caller' | 'now' | 'view'>;

function* linesOf(parts: Iterable<readonly unknown[]>): TextParts {
  for (const rows of parts) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
