import type { ReactNode } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type DayKind, type Shade, shadeLimits } from '../calendar-days.ts';

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
