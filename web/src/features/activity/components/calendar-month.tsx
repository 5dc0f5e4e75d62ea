import { datesOfMonth } from '../../../../../src/domain/calendar-dates.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatMonth, weekdayLetters } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type CalendarDay, type CalendarMonth, weeksOf } from '../calendar-days.ts';
import { noonOf, type ReportWords } from '../report-words.ts';
import { useDayWords } from '../use-day-words.ts';
import { useOpenDates } from '../use-open-dates.ts';
import { useReportWords } from '../use-report-words.ts';
import { DayShade } from './day-shade.tsx';

interface CalendarMonthTableProps {
  month: CalendarMonth;
  /** True for a single month, whose days have room for words and can be opened. */
  isAlone: boolean;
  /** False on paper, where nothing opens. */
  isPaper?: boolean;
}

/** A month, a week a row from Sunday on. */
export function CalendarMonthTable({ month, isAlone, isPaper = false }: CalendarMonthTableProps) {
  const language = useLanguage();
  const words = useReportWords();
  const describe = useDayWords();
  const open = useOpenDates();
  const name = formatMonth(noonOf(`${month.month}-01`), language, 'long');
  return (
    <table className="w-full min-w-0 table-fixed border-separate border-spacing-x-0.5 border-spacing-y-0 self-start sm:border-spacing-x-1">
      <caption className={isAlone ? 'sr-only' : 'pb-1 text-left font-semibold text-sm'}>
        {isAlone || isPaper ? (
          name
        ) : (
          <button
            type="button"
            className="min-h-11 underline-offset-4 hover:underline md:pointer-fine:min-h-9"
            onClick={() => open(datesOfMonth(month.month))}
          >
            {name}
          </button>
        )}
      </caption>
      <thead>
        <tr>
          {weekdayLetters(language).map(({ short, long }) => (
            <th key={long} scope="col" className="pb-1 text-center font-normal text-muted text-xs">
              <abbr title={long} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf([month]).map(({ first, days }) => (
          <tr key={first}>
            {days.map(({ date, day }) =>
              day === null ? (
                <td key={date} />
              ) : (
                <td key={date} className="p-0 align-top">
                  <Day
                    day={day}
                    text={describe(day)}
                    {...(isAlone &&
                      !isPaper && {
                        words,
                        onOpen: () => open({ first: day.date, last: day.date }),
                      })}
                  />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: CalendarDay;
  /** What the drawing says, in words. */
  text: string;
  /** Where there is room for them. */
  words?: ReportWords;
  onOpen?: () => void;
}

function Day({ day, text, words, onOpen }: DayProps) {
  const number = Number(day.date.slice(-2));
  const hasOutage = day.shade > 0;
  const content = (
    <>
      <span
        className={classNames(
          '-mx-1 block whitespace-nowrap text-center text-xs tabular-nums',
          hasOutage ? 'font-semibold text-text' : 'text-muted',
        )}
      >
        {number}
      </span>
      <DayShade kind={day.kind} shade={day.shade} />
      {words && (
        <span
          aria-hidden="true"
          className="block min-h-lh truncate text-center text-muted text-xs max-sm:hidden"
        >
          {hasOutage && words.duration(day.minutes)}
        </span>
      )}
      <span className="sr-only">{text}</span>
    </>
  );
  if (!hasOutage || onOpen === undefined) {
    return (
      <div title={text} className="py-0.5">
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      title={text}
      onClick={onOpen}
      className="block min-h-11 w-full rounded-sm py-0.5 transition hover:bg-raised"
    >
      {content}
    </button>
  );
}
