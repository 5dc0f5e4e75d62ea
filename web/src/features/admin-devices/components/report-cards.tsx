import { Hourglass, Sigma, Timer, ZapOff } from 'lucide-react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** How many outages, how long together, on average and at most. */
export function ReportCards({ report }: { report: ReportAnswer | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const summary = report?.summary;
  const availability = summary?.availability_percent ?? null;
  return (
    <StatCards>
      <StatCard
        isSmall
        label={t('admin_devices.report.count')}
        icon={ZapOff}
        value={summary && formatNumber(summary.total_outages, language)}
        {...(availability !== null && {
          hint: t('admin_devices.report.availability', {
            percent: formatPercent(availability, language),
          }),
        })}
      />
      <StatCard
        isSmall
        label={t('admin_devices.report.total')}
        icon={Sigma}
        value={summary && formatDuration(summary.total_duration_hours * hourMs, language)}
      />
      <StatCard
        isSmall
        label={t('admin_devices.report.average')}
        icon={Timer}
        value={summary && formatDuration(summary.avg_duration_minutes * minuteMs, language)}
      />
      <StatCard
        isSmall
        label={t('admin_devices.report.longest')}
        icon={Hourglass}
        value={summary && formatDuration(summary.longest_outage_hours * hourMs, language)}
      />
    </StatCards>
  );
}
