/** Moments, days and figures as they are written on paper, in one language and by the clocks of one zone. */
import type { ReportAnswer } from '../../contract/fleet/report.ts';
import { datesOfMonth } from '../../domain/calendar-dates.ts';
import { lostTimeInWords } from '../../domain/duration.ts';
import { localDayOf, momentOf } from '../../domain/local-days.ts';
import type { Language } from '../../domain/states.ts';
import { type PaperTexts, paperTexts } from './texts/catalogue.ts';

const locales = { th: 'th-TH', en: 'en-GB' } as const;

export interface PaperWords {
  readonly texts: PaperTexts;
  /** `21 Nov 2026 13:02` */
  moment(at: number): string;
  /** `21 Nov` */
  day(at: number): string;
  /** The days of a period, up to the one it is made on: a month that is over by its name. */
  period(period: ReportAnswer['period'], madeAt: number): string;
  duration(minutes: number): string;
  /** To the thousandth, as it was reckoned: rounded further, 99.999 would claim to be 100. */
  percent(percent: number | null): string;
  number(value: number): string;
}

export function makePaperWords(language: Language, timeZone: string): PaperWords {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locales[language], { timeZone, ...options });
    return (at: number) => formatter.format(at);
  };
  const date = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const month = format({ month: 'long', year: 'numeric' });
  const figures = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 3 });
  const texts = paperTexts[language];
  const noonOf = (day: string) => momentOf(Date.parse(day) + 12 * 3_600_000, timeZone);
  return {
    texts,
    moment: (at) => `${date(at)} ${clock(at)}`,
    day: format({ day: 'numeric', month: 'short' }),
    period({ first_date: first, last_date: last }, madeAt) {
      const today = localDayOf(madeAt, timeZone).date;
      if (isWholeMonth(first, last) && last <= today) return month(noonOf(first));
      const end = last > today && first <= today ? today : last;
      const days = first === end ? [first] : [first, end];
      return days.map((day) => date(noonOf(day))).join(' – ');
    },
    duration: (minutes) => lostTimeInWords(minutes, language),
    percent: (percent) => (percent === null ? texts.noData : `${figures.format(percent)}%`),
    number: (value) => figures.format(value),
  };
}

/** Whether these are the first and the last day of one month. */
export function isWholeMonth(first: string, last: string): boolean {
  const whole = datesOfMonth(first.slice(0, 7));
  return whole.first === first && whole.last === last;
}
