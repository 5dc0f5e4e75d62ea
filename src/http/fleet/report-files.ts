import { outageExportQuerySchema } from '../../contract/fleet/report.ts';
import { AppError } from '../../domain/errors.ts';
import { DeskFull } from '../../paper/drawing-desk.ts';
import type { ReportSheet } from '../../paper/sheets.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { sendDownload } from '../engine/send-download.ts';
import { readReportSheet } from './report-sheet.ts';
import { ownScope, timeOf } from './reports.ts';

const tag = 'Reports';
const pdfType = 'application/pdf';

/** The report as a file to keep, to print and to share. */
export function reportFileRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/power-outages/report.pdf',
        access: 'customer',
        cost: 'export',
        tag,
        summary: 'Read the report of the own devices as a PDF',
        description:
          'The figures of the report, a ribbon of each device for up to a year, and the newest 100 outages, in `language`. A month that is over is compared with the one before.',
        query: outageExportQuerySchema,
        answerType: pdfType,
        errors: ['NOT_FOUND', 'UNAVAILABLE'],
      },
      async ({ caller, query, now }) => {
        const { language } = query;
        const wanted = { scope: ownScope(caller.id, query), time: timeOf(query), language };
        const account = caller.name;
        const steps = readReportSheet(context, { ...wanted, account }, now);
        return sendReport(context, await monitor.turns.take(steps));
      },
    ),
  ];
}

/** @throws AppError UNAVAILABLE */
async function sendReport({ drawings }: ApiContext, sheet: ReportSheet): Promise<Response> {
  const { first_date: first, last_date: last } = sheet.report.period;
  try {
    const pdf = await drawings.draw(sheet);
    return sendDownload(pdf, `power-outages-${first}-${last}.pdf`, pdfType);
  } catch (error) {
    if (!(error instanceof DeskFull)) throw error;
    throw new AppError('UNAVAILABLE', 'Too many reports are asked for just now.');
  }
}
