import { ChevronLeft, ChevronRight } from 'lucide-react';
import { stepDates } from '../../../../../src/domain/calendar-dates.ts';
import type { LocalDates } from '../../../../../src/domain/local-days.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { searchOfDates } from '../report-time.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { useReportWords } from '../use-report-words.ts';

interface PeriodStepsProps {
  /** What is shown; null: everything, before and after which there is nothing. */
  dates: LocalDates | null;
  today: string;
}

/** The name of the time that is shown, between steps to as much before and after it. */
export function PeriodSteps({ dates, today }: PeriodStepsProps) {
  const { t } = useTranslation();
  const words = useReportWords();
  const { show } = useActivitySearch();
  if (dates === null) return null;
  const [before, after] = [stepDates(dates, -1), stepDates(dates, 1)];
  return (
    <fieldset className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
      <legend className="sr-only">{t('report.period.steps')}</legend>
      <IconButton
        icon={ChevronLeft}
        size="small"
        look="secondary"
        label={t('report.period.back', { period: words.dates(before) })}
        onClick={() => show(searchOfDates(before, today))}
      />
      <span className="min-w-32 px-1 text-center font-semibold text-sm">{words.dates(dates)}</span>
      <IconButton
        icon={ChevronRight}
        size="small"
        look="secondary"
        label={t('report.period.forward', { period: words.dates(after) })}
        disabled={after.first > today}
        onClick={() => show(searchOfDates(after, today))}
      />
    </fieldset>
  );
}
