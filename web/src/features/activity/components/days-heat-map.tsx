import { datesOfMonth } from '../../../../../src/domain/calendar-dates.ts';
import { formatMonth, weekdayLetters } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type CalendarMonth, columnsOf } from '../calendar-days.ts';
import { noonOf } from '../report-words.ts';
import { useDayWords } from '../use-day-words.ts';
import { useOpenDates } from '../use-open-dates.ts';
import { DaySquare } from './day-square.tsx';

/** Some months at one glance: a week a column, a day a square. */
export function DaysHeatMap({ months }: { months: readonly CalendarMonth[] }) {
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
