import type { ReportAnswer } from '../../contract/fleet/report.ts';
import { datesOfMonth } from '../../domain/calendar-dates.ts';
import type { ComposeDigest } from '../../notify/delivery-lane.ts';
import { readKnownSites } from '../../store/alerts/contacts.ts';
import { sharedPath } from './calls.ts';
import type { Printer } from './drawing-desk.ts';
import { type Digest, type DigestFigures, renderDigest } from './render-digest.ts';
import { readReportSheet } from './report-sheet.ts';
import { shareReport } from './share-report.ts';

interface DigestOptions extends Printer {
  /** Undefined: the pages have no address, and nothing leads there. */
  readonly publicUrl: string | undefined;
}

/** A link in a message is good for so many days: until the next month's is there. */
const linkDays = 31;

/** The report of a month as it is sent: from the same figures, and on the same paper, as on the pages. */
export function makeDigestComposer(options: DigestOptions): ComposeDigest {
  const { monitor, timezone, publicUrl, drawings } = options;
  return async ({ customerId, recipientId, month, language }, takesFiles) => {
    const dates = datesOfMonth(month);
    const now = monitor.clock();
    const known = readKnownSites(monitor.store, recipientId);
    const scope = { customerId, deviceId: null, known };
    const wanted = { scope, time: dates, language, account: null };
    const sheet = await monitor.turns.take(readReportSheet(options, wanted, now));
    const { report, before } = sheet;
    if (before === null || report.summary.availability_percent === null) return null;
    const shared = { dates, deviceId: null, language, days: linkDays };
    const link =
      // Behind the link are all sites.
      takesFiles || publicUrl === undefined || known !== null
        ? null
        : shareReport(monitor, customerId, shared, null, now);
    const digest: Digest = {
      month: figuresOf(report),
      before: figuresOf(before),
      cuts: report.recent_outages.map((outage) => ({
        siteName: outage.device_name,
        downAt: Date.parse(outage.down_time),
        recoverAt: outage.recover_time === null ? null : Date.parse(outage.recover_time),
        ms: outage.duration_minutes * minuteMs,
      })),
      file: takesFiles
        ? {
            name: `power-report-${month}.pdf`,
            type: 'application/pdf',
            bytes: await drawings.draw(sheet),
          }
        : null,
      link:
        link === null
          ? null
          : { url: new URL(sharedPath(link.secret), publicUrl).href, until: link.share.expiresAt },
    };
    return renderDigest(language, digest, monitor.clock().wallMs, timezone);
  };
}

const minuteMs = 60_000;

/** Hours of a report are rounded, and may lie a moment below their whole minute. */
const wholeSeconds = (hours: number) => Math.round(hours * 3600) * 1000;

function figuresOf({ period, summary }: Pick<ReportAnswer, 'period' | 'summary'>): DigestFigures {
  return {
    at: Date.parse(period.from),
    availability: summary.availability_percent,
    outages: summary.total_outages,
    totalMs: wholeSeconds(summary.total_duration_hours),
    longestMs: wholeSeconds(summary.longest_outage_hours),
  };
}
