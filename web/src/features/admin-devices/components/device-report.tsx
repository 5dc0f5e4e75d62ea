import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { useTabSearch } from '../../../lib/console/use-tab-search.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { reportQuery } from '../api/get-report.ts';
import { type ReportPeriod, reportPeriods } from '../device-search.ts';
import { ReportCards } from './report-cards.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportHistory } from './report-history.tsx';

const periodWords = {
  day: 'admin_devices.period.day',
  month: 'admin_devices.period.month',
  year: 'admin_devices.period.year',
  all: 'admin_devices.period.all',
} as const;

interface DeviceReportProps {
  deviceId: string;
  period: ReportPeriod;
}

/** The outages of a device in a period: how many, how long, on which days, and each of them. */
export function DeviceReport({ deviceId, period }: DeviceReportProps) {
  const { t } = useTranslation();
  const show = useTabSearch();
  const report = useQuery(reportQuery(deviceId, period));
  const { data, error } = report;
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label={t('admin_devices.period.label')}
        options={reportPeriods.map((value) => ({ value, label: t(periodWords[value]) }))}
        value={period}
        onChange={(value) => show({ period: value === 'month' ? undefined : value })}
        className="self-stretch sm:min-w-96 sm:self-start"
      />
      {data === undefined && error !== null ? (
        <Card>
          <ErrorState
            error={error}
            onRetry={() => void report.refetch()}
            isRetrying={report.isRefetching}
          />
        </Card>
      ) : (
        <>
          <ReportCards report={data} />
          <ReportChart report={data} />
          <ReportHistory report={data} isStale={report.isPlaceholderData} />
        </>
      )}
    </div>
  );
}
