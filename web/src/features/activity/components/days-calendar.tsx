import { useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type CalendarMonth, calendarMonths } from '../calendar-days.ts';
import { CalendarLegend } from './calendar-legend.tsx';
import { CalendarMonthTable } from './calendar-month.tsx';
import { DayShade } from './day-shade.tsx';
import { DaySquare } from './day-square.tsx';
import { DaysHeatMap } from './days-heat-map.tsx';

/** More are shown when they are asked for. */
const shownAtFirst = 12;
/** On a phone, two beside each other. */
const shownOnPhone = 2;

interface DaysCalendarProps {
  report: ReportAnswer;
  /** When the server answered, epoch ms. */
  madeAtMs: number;
}

/** On a desk, more than these are a year at one glance. */
const mostAsCalendar = 4;

/** Every day of the period, shaded by its minutes without power. */
export function DaysCalendar({ report, madeAtMs }: DaysCalendarProps) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const months = calendarMonths(report, madeAtMs);
  const { first_date: first, last_date: last } = report.period;
  if (months.length === 0 || first === last) return null;
  const shown = isWhole ? months : months.slice(-shownAtFirst);
  const isMore = !isWhole && months.length > shownOnPhone;
  const isLong = months.length > mostAsCalendar;
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="font-semibold text-sm">{t('report.calendar.title')}</h3>
      {report.by_device.length > 1 && (
        <p className="text-muted text-xs">{t('report.calendar.together')}</p>
      )}
      {isMore && (
        <Button
          look="secondary"
          size="small"
          className={classNames('mt-3', months.length <= shownAtFirst && 'sm:hidden')}
          onClick={() => setIsWhole(true)}
        >
          {t('report.calendar.more')}
        </Button>
      )}
      {isLong && (
        <div className="mt-3 flex flex-col gap-4 max-lg:hidden">
          {inYears(shown).map((year) => (
            <DaysHeatMap key={year[0]?.month} months={year} />
          ))}
          <CalendarLegend drawing={(day) => <DaySquare {...day} />} />
        </div>
      )}
      <div className={classNames(isLong && 'lg:hidden')}>
        <div
          className={classNames(
            'mt-3 grid gap-x-4 gap-y-6 sm:gap-x-8',
            months.length > 1 && 'grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
          )}
        >
          {shown.map((month, index) => (
            <div
              key={month.month}
              className={classNames(
                'min-w-0',
                !isWhole && index < shown.length - shownOnPhone && 'max-sm:hidden',
              )}
            >
              <CalendarMonthTable month={month} isAlone={months.length === 1} />
            </div>
          ))}
        </div>
        <CalendarLegend drawing={(day) => <DayShade {...day} />} />
      </div>
    </Card>
  );
}

/** Twelve months each, the last ones whole; thirteen, as a year from today has, are one, too. */
function inYears(months: readonly CalendarMonth[]): readonly (readonly CalendarMonth[])[] {
  if (months.length <= shownAtFirst + 1) return [months];
  return [...inYears(months.slice(0, -shownAtFirst)), months.slice(-shownAtFirst)];
}
