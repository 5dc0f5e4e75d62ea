import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { calendarMonths } from '../calendar-days.ts';
import { CalendarLegend } from './calendar-legend.tsx';
import { CalendarMonthTable } from './calendar-month.tsx';
import { DayShade } from './day-shade.tsx';
import { PaperPart } from './paper-part.tsx';

/** So many stand on a sheet; of more only the last are printed. */
const mostMonths = 12;

/** The calendar of the page; a single month is no wider than one of many. */
export function PaperCalendar({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
  const { t } = useTranslation();
  const months = calendarMonths(report, madeAtMs).slice(-mostMonths);
  const { first_date: first, last_date: last } = report.period;
  if (months.length === 0 || first === last) return null;
  return (
    <PaperPart title={t('report.calendar.title')}>
      <div className="grid grid-cols-3 gap-x-6 gap-y-3">
        {months.map((month) => (
          <div key={month.month} className="break-inside-avoid">
            <CalendarMonthTable month={month} isAlone={false} isPaper />
          </div>
        ))}
      </div>
      <CalendarLegend drawing={(day) => <DayShade {...day} />} />
    </PaperPart>
  );
}
