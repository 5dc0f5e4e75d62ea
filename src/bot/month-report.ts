import { durationInWords } from '../domain/duration.ts';
import { localMonthOf, type Period } from '../domain/local-month.ts';
import { type OutageInPeriod, readOutagesTouching } from '../store/customer-overview.ts';
import type { BotEnvironment, ChatSeat } from './bot-context.ts';
import type { OtherCause } from './texts/catalogue.ts';

export interface MonthSummary {
  /** Power outages that began in the month; loss of contact that goes on is one of them. */
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
  /** How many of `count` are loss of contact that goes on. */
  readonly openSilent: number;
  /** What else began in the month. */
  readonly others: Readonly<Partial<Record<OtherCause, number>>>;
}

/**
 * Counts an outage in the month in which it began, and its time only as far as it lies in the month;
 * one that goes on runs to `now`. Design section 3.
 */
export function summariseMonth(
  outages: readonly OutageInPeriod[],
  month: Period,
  now: number,
): MonthSummary {
  let count = 0;
  let totalMs = 0;
  let longestMs = 0;
  let openSilent = 0;
  const others: Partial<Record<OtherCause, number>> = {};
  for (const { cause, downAt, recoverAt, isOpen } of outages) {
    const beganHere = downAt >= month.fromAt && downAt < month.toAt;
    const isOpenSilent = cause === 'silent' && isOpen;
    if (cause !== 'mains' && !isOpenSilent) {
      if (beganHere) others[cause] = (others[cause] ?? 0) + 1;
      continue;
    }
    const endAt = Math.min(recoverAt ?? now, month.toAt);
    const lastedMs = Math.max(0, endAt - Math.max(downAt, month.fromAt));
    totalMs += lastedMs;
    longestMs = Math.max(longestMs, lastedMs);
    if (!beganHere) continue;
    count += 1;
    if (isOpenSilent) openSilent += 1;
  }
  return { count, totalMs, longestMs, openSilent, others };
}

const locales = { th: 'th-TH', en: 'en-GB' } as const;

/** This month's outages in words, for /report. */
export function describeMonth(
  { monitor, timezone }: BotEnvironment,
  seat: ChatSeat,
  customerId: number,
): string {
  const { texts, language, now } = seat;
  const month = localMonthOf(now.wallMs, timezone);
  const outages = readOutagesTouching(monitor.store, customerId, month.fromAt, month.toAt);
  const summary = summariseMonth(outages, month, now.wallMs);
  const name = new Intl.DateTimeFormat(locales[language], {
    timeZone: timezone,
    month: 'long',
    year: 'numeric',
  }).format(now.wallMs);
  const words = (ms: number) => durationInWords(ms, language);
  const lines = [texts.reportHeading(name)];
  // One that began last month and reaches into this one is no outage of this month, but takes time.
  if (summary.count === 0 && summary.totalMs === 0) lines.push(texts.reportNone);
  else {
    lines.push(
      texts.reportSummary(summary.count, words(summary.totalMs), words(summary.longestMs)),
    );
  }
  if (summary.openSilent > 0) lines.push(texts.reportOpenSilent(summary.openSilent));
  const others = (['network', 'device', 'unobserved', 'silent'] as const).flatMap((cause) => {
    const number = summary.others[cause] ?? 0;
    return number === 0 ? [] : [texts.otherCause[cause](number)];
  });
  if (others.length > 0) lines.push(texts.reportOthers(others.join(', ')));
  return lines.join('\n');
}
