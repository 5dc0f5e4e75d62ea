import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react';
import { stepDates } from '../../../../../src/domain/calendar-dates.ts';
import type { LocalDates } from '../../../../../src/domain/local-days.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { searchOfDates } from '../report-time.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { useReportWords } from '../use-report-words.ts';

interface PeriodStepsProps {
  /** What is shown; null: everything, before and after which there is nothing. */
  dates: LocalDates | null;
  today: string;
  /** Other days are wanted. */
  onChoose: () => void;
}

/** The name of the time that is shown, which leads to other days, between steps to as much before and after it. */
export function PeriodSteps({ dates, today, onChoose }: PeriodStepsProps) {
  const { t } = useTranslation();
  const words = useReportWords();
  const { show } = useActivitySearch();
  const icon = <CalendarRange aria-hidden="true" className="size-4 shrink-0" />;
  if (dates === null) {
    return (
      <Button look="ghost" size="small" icon={icon} onClick={onChoose}>
        {t('report.period.choose')}
      </Button>
    );
  }
  const [before, after] = [stepDates(dates, -1), stepDates(dates, 1)];
  return (
    <fieldset className="flex items-center gap-1 max-sm:flex-1 max-sm:justify-between">
      <legend className="sr-only">{t('report.period.steps')}</legend>
      <IconButton
        icon={ChevronLeft}
        size="small"
        look="secondary"
        label={t('report.period.back', { period: words.dates(before) })}
        onClick={() => show(searchOfDates(before, today))}
      />
      <Button
        look="ghost"
        size="small"
        icon={icon}
        title={t('report.period.choose')}
        onClick={onChoose}
        className="min-w-40 px-1! text-text!"
      >
        <span className="sr-only">{t('report.period.choose')}: </span>
        <span>{words.dates(dates)}</span>
      </Button>
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
