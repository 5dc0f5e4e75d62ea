import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { outageExportQuerySchema } from '../../contract/fleet/report.ts';
import { AppError } from '../../domain/errors.ts';
import { isoTime } from '../../http/engine/iso-time.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { SecretReads } from '../../http/engine/secret-reads.ts';
import { sendDownload } from '../../http/engine/send-download.ts';
import { ownScope, timeOf } from '../../http/fleet/reports.ts';
import { endReportShare, type ReportShareRow } from '../../store/alerts/report-shares.ts';
import {
  type ReportShareAnswer,
  reportSharedAnswerSchema,
  reportShareParams,
  reportSharesAnswerSchema,
  sharedReportParams,
  shareReportSchema,
} from './contract.ts';
import { DeskFull, DrawingTooSlow, type Printer } from './drawing-desk.ts';
import { readReportSheet } from './report-sheet.ts';
import { findSharedReport, shareReport } from './share-report.ts';
import { readReportShares } from './share-rows.ts';
import type { ReportSheet } from './sheets.ts';

const tag = 'Reports';
const pdfType = 'application/pdf';

/** The report as a file to keep, to print and to share. */
export function reportFileRoutes(printer: Printer): Route[] {
  const { monitor } = printer;
  const reads = new SecretReads();
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
        const steps = readReportSheet(printer, { ...wanted, account }, now);
        return sendReport(printer, await monitor.turns.take(steps), 'attachment');
      },
    ),
    route(
      {
        method: 'GET',
        path: sharesPath,
        access: 'customer',
        tag,
        summary: 'List the shared reports',
        description: 'Those that have not ended. Their addresses are not known any more.',
        answer: reportSharesAnswerSchema,
      },
      ({ caller, now }) => {
        const shares = readReportShares(monitor.store, caller.id, now.wallMs);
        return { ok: true as const, data: shares.map(showShare) };
      },
    ),
    route(
      {
        method: 'POST',
        path: sharesPath,
        access: 'customer',
        tag,
        forOwner: true,
        summary: 'Share a report',
        description:
          'Makes a secret address at which anybody who has it reads the PDF, until it ends. The report has the names of sites and their outages, and neither the name nor the number of the account.',
        body: shareReportSchema,
        answer: reportSharedAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => {
        const { from: first, to: last, device_id: deviceId, language, days } = body;
        timeOf({ from: first, to: last });
        if (deviceId !== undefined) {
          getOwnedDevice(monitor.store, { customerId: caller.id, deviceId });
        }
        const wanted = { dates: { first, last }, deviceId: deviceId ?? null, language, days };
        const { share, secret } = shareReport(monitor, caller.id, wanted, actor, now);
        const data = { ...showShare(share), path: sharedPath(secret) };
        return { ok: true as const, data, message: 'Report shared' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: `${sharesPath}/:id`,
        access: 'customer',
        tag,
        forOwner: true,
        summary: 'End a shared report',
        params: reportShareParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        monitor.store.transaction(() =>
          endReportShare(monitor.store, caller.id, params.id, actor, now),
        );
        return { ok: true as const, message: 'Report not shared any more' };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/reports/:report',
        access: 'public',
        tag,
        summary: 'Read a shared report',
        description:
          'The secret in the address is all that is needed. A period that goes on is reported as it is now.',
        params: sharedReportParams,
        answerType: pdfType,
        errors: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      },
      async ({ params, now }) => {
        const share = findSharedReport(monitor, params.report.slice(0, -'.pdf'.length), now);
        if (share === undefined) throw new AppError('NOT_FOUND', 'There is no such report.');
        reads.admit(share.customerId, now);
        const { customerId, deviceId, language, firstDate: first, lastDate: last } = share;
        const wanted = { scope: { customerId, deviceId }, time: { first, last }, language };
        const steps = readReportSheet(printer, { ...wanted, account: null }, now);
        return sendReport(printer, await monitor.turns.take(steps), 'inline');
      },
    ),
  ];
}

const sharesPath = '/api/customer/report-shares';

/** Where a shared report is read, below the address of this server. */
export function sharedPath(secret: string): string {
  return `/api/reports/${secret}.pdf`;
}

function showShare(share: ReportShareRow): ReportShareAnswer {
  return {
    id: share.id,
    first_date: share.firstDate,
    last_date: share.lastDate,
    device_id: share.deviceId,
    created_at: isoTime(share.createdAt),
    expires_at: isoTime(share.expiresAt),
  };
}

/** @throws AppError UNAVAILABLE */
async function sendReport(
  { drawings }: Printer,
  sheet: ReportSheet,
  place: 'attachment' | 'inline',
): Promise<Response> {
  const { first_date: first, last_date: last } = sheet.report.period;
  try {
    const pdf = await drawings.draw(sheet);
    return sendDownload(pdf, `power-outages-${first}-${last}.pdf`, pdfType, place);
  } catch (error) {
    if (error instanceof DeskFull) {
      throw new AppError('UNAVAILABLE', 'Too many reports are asked for just now.');
    }
    if (error instanceof DrawingTooSlow) {
      throw new AppError(
        'UNAVAILABLE',
        'The report took too long to draw. A shorter time may help.',
      );
    }
    throw error;
  }
}
