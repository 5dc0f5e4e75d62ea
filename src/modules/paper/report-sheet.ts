import { readTimelines } from '../../actions/alerts/read-outage-history.ts';
import type { ReportAnswer } from '../../contract/fleet/report.ts';
import { datesOfMonth } from '../../domain/calendar-dates.ts';
import type { ReportTime } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Language } from '../../domain/states.ts';
import type { Steps } from '../../domain/steps.ts';
import { answerReport } from '../../http/fleet/reports.ts';
import type { HistoryScope } from '../../store/fleet/report.ts';
import type { Printer } from './drawing-desk.ts';
import { isWholeMonth } from './paper-words.ts';
import { layOut, ticksOf } from './ribbons.ts';
import type { ReportSheet } from './sheets.ts';

type Context = Pick<Printer, 'monitor' | 'timezone'>;

interface SheetWanted {
  readonly scope: HistoryScope;
  readonly time: ReportTime;
  readonly language: Language;
  /** The name over the report. Null: none. */
  readonly account: string | null;
}

const dayMs = 86_400_000;
/** On paper, a ribbon of more says nothing. */
const longestRibbonMs = 366 * dayMs;

/**
 * The report of the pages as a sheet to be printed, with the same figures.
 * @throws AppError NOT_FOUND as the report does
 */
export function* readReportSheet(
  context: Context,
  { scope, time, language, account }: SheetWanted,
  now: Instant,
): Steps<ReportSheet> {
  const { monitor, timezone } = context;
  const report = yield* answerReport(context, scope, time, now);
  const { period } = report;
  const range = {
    fromAt: Date.parse(period.from),
    toAt: Math.min(Date.parse(period.to), now.wallMs),
  };
  const hasRibbons = range.toAt > range.fromAt && range.toAt - range.fromAt <= longestRibbonMs;
  const timelines = hasRibbons ? yield* readTimelines(monitor, scope, range, now) : [];
  const before = monthBefore(period, now.wallMs);
  return {
    type: 'report',
    language,
    timezone,
    madeAt: now.wallMs,
    report,
    account,
    before: before === null ? null : yield* answerReport(context, scope, before, now),
    ribbons: Object.fromEntries(
      timelines.map(({ deviceId, spans }) => [deviceId, layOut(spans, range)]),
    ),
    ticks: hasRibbons ? ticksOf(range, 6, language, timezone) : [],
  };
}

/** Null: the period is not one month that is over. */
function monthBefore(
  { first_date: first, last_date: last, to }: ReportAnswer['period'],
  nowMs: number,
): ReportTime | null {
  if (!isWholeMonth(first, last) || Date.parse(to) > nowMs) return null;
  const lastDayBefore = new Date(Date.parse(first) - dayMs).toISOString();
  return datesOfMonth(lastDayBefore.slice(0, 7));
}
