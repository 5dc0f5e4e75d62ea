import { useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { datesOfMonth } from '../../../../../src/domain/calendar-dates.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatMonth, weekdayLetters } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  type CalendarMonth,
  calendarMonths,
  columnsOf,
  type DayKind,
  type Shade,
} from '../calendar-days.ts';
import { noonOf } from '../report-words.ts';
import {
  CalendarLegend,
  CalendarMonthTable,
  DayShade,
  useDayWords,
  useOpenDates,
} from './calendar-month.tsx';

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

/** Some months at one glance: a week a column, a day a square. */
function DaysHeatMap({ months }: { months: readonly CalendarMonth[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = useDayWords();
  const open = useOpenDates();
  const { weeks, heads } = columnsOf(months);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5">
      <caption className="sr-only">{t('report.calendar.title')}</caption>
      <thead>
        <tr>
          <td className="w-9" />
          {heads.map(({ month, span }) => (
            <th key={month} scope="colgroup" colSpan={span} className="p-0 text-left font-normal">
              <button
                type="button"
                className="min-h-9 whitespace-nowrap text-muted text-xs underline-offset-4 hover:underline"
                onClick={() => open(datesOfMonth(month))}
              >
                {formatMonth(noonOf(`${month}-01`), language, 'short')}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdayLetters(language).map(({ short, long }, weekday) => (
          <tr key={long}>
            <th scope="row" className="p-0 text-left font-normal text-muted text-xs leading-none">
              <abbr title={long} className="no-underline">
                {short}
              </abbr>
            </th>
            {weeks.map(({ first, days }) => {
              const day = days[weekday]?.day ?? null;
              if (day === null) return <td key={first} />;
              return (
                <td key={first} className="p-0">
                  <DaySquare kind={day.kind} shade={day.shade} text={describe(day)} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Steps of lightness, so that colour is not needed to tell them apart. */
const shades: Record<Shade, string> = {
  0: 'bg-raised',
  1: 'bg-mains-lost-shape/30',
  2: 'bg-mains-lost-shape/50',
  3: 'bg-mains-lost-shape/75',
  4: 'bg-mains-lost-shape',
};

interface DaySquareProps {
  kind: DayKind;
  shade: Shade;
  /** What it says, in words; none: words beside it do. */
  text?: string;
}

/** How much of a day was without power, as a square that is the stronger the longer it was. */
function DaySquare({ kind, shade, text }: DaySquareProps) {
  return (
    <div
      title={text}
      className={classNames(
        'h-4 w-full rounded-[0.15rem] print-exact',
        kind === 'observed' && shades[shade],
        kind === 'unobserved' && 'hatched',
      )}
    >
      {text !== undefined && <span className="sr-only">{text}</span>}
    </div>
  );
}
