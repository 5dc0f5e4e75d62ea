import type { TFunction } from 'i18next';
import { useTranslation } from '../../lib/i18n.ts';
import type { CalendarDay } from './calendar-days.ts';
import type { ReportWords } from './report-words.ts';
import { useReportWords } from './use-report-words.ts';

/** What the drawing of a day says, in words. */
export function useDayWords() {
  const { t } = useTranslation();
  const words = useReportWords();
  return (day: CalendarDay) => describeDay(day, words, t);
}

function describeDay(day: CalendarDay, words: ReportWords, t: TFunction): string {
  switch (day.kind) {
    case 'outside':
      return t('report.calendar.outside');
    case 'future':
      return t('report.calendar.future');
    case 'unobserved':
      return t('state.unobserved.word');
    case 'observed':
      if (day.shade === 0) return t('report.calendar.none');
      return day.count === 0
        ? t('report.chart.went_on', { duration: words.duration(day.minutes) })
        : t('report.calendar.day', {
            outages: words.outages(day.count),
            duration: words.duration(day.minutes),
          });
  }
}
