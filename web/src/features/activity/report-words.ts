import type { TFunction } from 'i18next';
import type { PortalEventFilter } from '../../../../src/contract/devices/portal.ts';
import type { ReportAnswer } from '../../../../src/contract/fleet/report.ts';
import { monthOf, wholeMonths } from '../../../../src/domain/calendar-dates.ts';
import { lostTimeInWords } from '../../../../src/domain/duration.ts';
import type { LocalDates } from '../../../../src/domain/local-days.ts';
import type { Bar } from '../../components/ui/bar-chart.tsx';
import {
  formatDate,
  formatDay,
  formatMonth,
  formatNumber,
  formatYear,
  isoDateIn,
  shownTimezone,
} from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { ActivityView, ReportPeriod } from './activity-search.ts';

/** A number and what it counts, which stands smaller beside it. */
export interface Figure {
  number: string;
  unit: string;
}

/** How the figures of a report are written, in one language. */
export function createReportWords(t: TFunction, language: Language) {
  const number = (value: number, digits: number) => atLeast(value, digits, t, language);
  const duration = (minutes: number) => lostTimeInWords(minutes, language);
  const outages = (count: number) =>
    t('report.chart.value', { count, number: formatNumber(count, language) });
  const days = ({ first, last }: LocalDates) => {
    const from = formatDate(noonOf(first), language);
    return first === last
      ? from
      : t('report.range', { from, to: formatDate(noonOf(last), language) });
  };
  /** A month or a year by its name, anything else from day to day. */
  const dates = ({ first, last }: LocalDates) => {
    const months = wholeMonths({ first, last });
    if (months === 1) return formatMonth(noonOf(first), language, 'long');
    if (months === 12 && monthOf(first).endsWith('-01')) return formatYear(noonOf(first), language);
    return days({ first, last });
  };
  return {
    duration,
    outages,
    /** Of what is no outage. */
    times: (count: number) =>
      t('report.cause.times', { count, number: formatNumber(count, language) }),
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
    dates,
    /** From the first day of the period to its last, or to today. */
    range: (
      { first_date: first, last_date: last, timezone }: ReportAnswer['period'],
      nowMs: number,
    ) => {
      const today = isoDateIn(timezone, nowMs);
      return days({ first, last: last > today && first <= today ? today : last });
    },
    /** What the period is called. */
    title: ({ name, first_date: first, last_date: last }: ReportAnswer['period']) =>
      name === 'range' ? dates({ first, last }) : t(periodWords[name]),
    /** The clocks that times are of; and those of the days, should they be others. */
    timezone: ({ timezone }: ReportAnswer['period']) =>
      [...new Set([shownTimezone, timezone])].map(nameZone).join(' · '),
    bars: (dates: ReportAnswer['by_date']): Bar[] => {
      const shown = dates.slice(-shownDates);
      const isOneYear = new Set(shown.map(({ date }) => date.slice(0, 4))).size < 2;
      const format = isOneYear ? formatDay : formatDate;
      return shown.map(({ date, count, duration: minutes }) => ({
        label: format(noonOf(date), language),
        value: count,
        detail: t(count > 0 ? 'report.chart.duration' : 'report.chart.went_on', {
          duration: duration(minutes),
        }),
      }));
    },
  };
}

export type ReportWords = ReturnType<typeof createReportWords>;

/** A moment of that day wherever the clocks are that format it. */
export function noonOf(date: string): string {
  return `${date}T12:00:00+07:00`;
}

/** `Asia/Bangkok (GMT+7)` */
function nameZone(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
  return `${timeZone} (${offset})`;
}

/** How many dates the chart shows. */
const shownDates = 15;

/** A small amount is never written as zero: 0.001 is `less than 0.01`. */
function atLeast(value: number, digits: number, t: TFunction, language: Language): string {
  const least = 10 ** -digits;
  if (value > 0 && value < least / 2) {
    return t('report.less_than', { value: formatNumber(least, language, digits) });
  }
  return formatNumber(value, language, digits);
}

export function useReportWords(): ReportWords {
  const { t } = useTranslation();
  return createReportWords(t, useLanguage());
}

/** Keys of the words of each choice in the locale files. */
export const viewWords = {
  events: 'activity.events',
  report: 'activity.report',
} as const satisfies Record<ActivityView, string>;

export const filterWords = {
  all: 'events.filter.all',
  power: 'events.filter.power',
  contact: 'events.filter.contact',
  acknowledgement: 'events.filter.acknowledgement',
  settings: 'events.filter.settings',
  heartbeat: 'events.filter.heartbeat',
} as const satisfies Record<PortalEventFilter, string>;

export const periodWords = {
  day: 'report.period.day',
  month: 'report.period.month',
  year: 'report.period.year',
  all: 'report.period.all',
} as const satisfies Record<ReportPeriod, string>;

/** Texts that tell of a period without outages. */
export const goodPeriodWords = {
  day: 'report.good.day',
  month: 'report.good.month',
  year: 'report.good.year',
  all: 'report.good.all',
  range: 'report.good.range',
} as const satisfies Record<ReportAnswer['period']['name'], string>;
