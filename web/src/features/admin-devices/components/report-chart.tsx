import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { BarChart } from '../../../components/ui/bar-chart.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { formatDay, formatDuration, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';

const shownDates = 15;
/** What the list below says at a glance. */
const fewDates = 3;

/** Outages of the latest dates that had any, oldest first. */
export function ReportChart({ report }: { report: ReportAnswer | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = report?.by_date.slice(-shownDates) ?? [];
  if (dates.length < fewDates) return null;
  return (
    <Card className="p-5">
      <BarChart
        title={t('admin_devices.report.per_day')}
        labelHead={t('admin_devices.report.date')}
        valueHead={t('admin_devices.report.count')}
        bars={dates.map(({ date, count, duration }) => ({
          // Noon, so that it is the same day by the clock of the site.
          label: formatDay(`${date}T12:00:00+07:00`, language),
          value: count,
          detail: formatDuration(duration * 60_000, language),
        }))}
        formatValue={(value) => formatNumber(value, language)}
      />
    </Card>
  );
}
