import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { datesOfMonth } from '../../../../../src/domain/calendar-dates.ts';
import { classNames } from '../../../lib/class-names.ts';
import {
  formatDuration,
  formatMonth,
  isoDateIn,
  shownTimezone,
  weekdayLetters,
} from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useActivitySearch } from '../activity-search.ts';
import {
  type CalendarDay,
  type CalendarMonth,
  type DayKind,
  type Shade,
  shadeLimits,
  weeksOf,
} from '../calendar-days.ts';
import { searchOfDates } from '../report-time.ts';
import { noonOf, type ReportWords, useReportWords } from '../report-words.ts';

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

/** Without words below it, a shade must not stand nearer to the number of the next week. */
const dayRoom = 'pt-0.5 pb-2.5 sm:pb-0.5';

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
      <div title={text} className={dayRoom}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      title={text}
      onClick={onOpen}
      className={classNames('block min-h-11 w-full rounded-sm transition hover:bg-raised', dayRoom)}
    >
      {content}
    </button>
  );
}

interface CalendarLegendProps {
  /** How a day is drawn. */
  drawing: (day: { shade: Shade; kind: DayKind }) => ReactNode;
}

/** What the shades mean. */
export function CalendarLegend({ drawing }: CalendarLegendProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [, short, middle, long] = shadeLimits;
  const upTo = (minutes: number) =>
    t('report.calendar.up_to', { duration: formatDuration(minutes * 60_000, language) });
  const entries: { shade: Shade; kind: DayKind; word: string }[] = [
    { shade: 0, kind: 'observed', word: t('report.calendar.none') },
    { shade: 1, kind: 'observed', word: upTo(short) },
    { shade: 2, kind: 'observed', word: upTo(middle) },
    { shade: 3, kind: 'observed', word: upTo(long) },
    { shade: 4, kind: 'observed', word: t('report.calendar.longer') },
    { shade: 0, kind: 'unobserved', word: t('state.unobserved.word') },
  ];
  return (
    <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs">
      {entries.map((entry) => (
        <li key={entry.word} className="flex items-center gap-2">
          <span className="w-5">{drawing(entry)}</span>
          {entry.word}
        </li>
      ))}
    </ul>
  );
}

/** Shades differ in height as well as strength, so that colour is not needed to tell them apart. */
const shades: Record<Shade, string> = {
  0: 'h-0.5 bg-up-shape/50',
  1: 'h-1 bg-mains-lost-shape/45',
  2: 'h-2 bg-mains-lost-shape/60',
  3: 'h-3 bg-mains-lost-shape/80',
  4: 'h-4 bg-mains-lost-shape',
};

/** How much of a day was without power, as a bar that hangs from its number, and grows. */
export function DayShade({ kind, shade }: { kind: DayKind; shade: Shade }) {
  return (
    <span aria-hidden="true" className="flex h-4 items-start print-exact">
      <span
        className={classNames(
          'block w-full rounded-[0.15rem]',
          kind === 'observed' && shades[shade],
          kind === 'unobserved' && 'hatched h-4',
        )}
      />
    </span>
  );
}

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

/** Goes to the report of some days. */
export function useOpenDates() {
  const { show } = useActivitySearch();
  const today = isoDateIn(shownTimezone, useNow());
  return (dates: { first: string; last: string }) => show(searchOfDates(dates, today));
}
