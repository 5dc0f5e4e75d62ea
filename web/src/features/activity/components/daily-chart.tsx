import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { BarChart } from '../../../components/ui/bar-chart.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useReportWords } from '../use-report-words.ts';

/** Outages per day, of the most recent dates that have any, oldest first. */
export function DailyChart({ dates }: { dates: ReportAnswer['by_date'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  return (
    <Card className="flex h-full flex-col p-4 sm:p-5">
      <BarChart
        title={t('report.chart.title')}
        labelHead={t('report.chart.date')}
        valueHead={t('report.chart.count')}
        bars={words.bars(dates)}
        formatValue={(value) => formatNumber(value, language)}
      />
      <p className="mt-2 text-muted text-xs">{t('report.chart.hint')}</p>
    </Card>
  );
}
