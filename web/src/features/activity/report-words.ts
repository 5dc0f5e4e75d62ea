import type { TFunction } from 'i18next';
import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import type { Bar } from '../../components/ui/bar-chart.tsx';
import { formatDate, formatDay, formatDuration, formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

/** A number and what it counts, which stands smaller beside it. */
export interface Figure {
  number: string;
  unit: string;
}

/** How the figures of a report are written, in one language. */
export function createReportWords(t: TFunction, language: Language) {
  const number = (value: number, digits: number) => atLeast(value, digits, t, language);
  const duration = (minutes: number) =>
    minutes > 0 && minutes < 0.5
      ? t('report.under_minute')
      : formatDuration(minutes * 60_000, language);
  const times = (count: number) =>
    t('report.chart.value', { count, number: formatNumber(count, language) });
  return {
    duration,
    times,
    count: (count: number): Figure => ({
      number: formatNumber(count, language),
      unit: t('report.count.unit', { count }),
    }),
    hours: (hours: number): Figure => ({ number: number(hours, 2), unit: t('report.unit.hours') }),
    minutes: (minutes: number): Figure => ({
      number: number(minutes, 1),
      unit: t('report.unit.minutes'),
    }),
    /** To the thousandth, as the server has it: rounded further, 99.999 would claim to be 100. */
    percent: (percent: number | null) =>
      percent === null ? t('report.availability.none') : `${formatNumber(percent, language, 3)}%`,
    /** From the first day of the period to its last, or to today. */
    range: ({ from, to }: ReportAnswer['period'], nowMs: number) => {
      const first = formatDate(from, language);
      const last = formatDate(
        Math.max(Date.parse(from), Math.min(Date.parse(to) - 1, nowMs)),
        language,
      );
      return first === last ? first : t('report.range', { from: first, to: last });
    },
    bars: (dates: ReportAnswer['by_date']): Bar[] => {
      const shown = dates.slice(-shownDates);
      const isOneYear = new Set(shown.map(({ date }) => date.slice(0, 4))).size < 2;
      const format = isOneYear ? formatDay : formatDate;
      return shown.map(({ date, count, duration: minutes }) => ({
        label: format(`${date}T12:00:00+07:00`, language),
        value: count,
        detail: t('report.chart.duration', { duration: duration(minutes) }),
      }));
    },
  };
}

export type ReportWords = ReturnType<typeof createReportWords>;

/** The chart's. */
const shownDates = 15;

/** What is there is never written as nothing: 0.001 is `less than 0.01`. */
function atLeast(value: number, digits: number, t: TFunction, language: Language): string {
  const least = 10 ** -digits;
  if (value > 0 && value < least / 2) {
    return t('report.less_than', { value: formatNumber(least, language, digits) });
  }
  return formatNumber(value, language, digits);
}
