import { useQuery } from '@tanstack/react-query';
import { Hourglass, ShieldCheck, Sigma, Timer, ZapOff } from 'lucide-react';
import { useMemo } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { BarChart } from '../../../components/ui/bar-chart.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTabSearch } from '../../../lib/console/use-console-list.ts';
import { formatDay, formatDuration, formatNumber, formatPercent } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerState } from '../../../lib/power-state.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { reportQuery } from '../device-calls.ts';
import { type ReportPeriod, reportPeriods } from '../device-search.ts';

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

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** How many outages, how long together, on average and at most. */
function ReportCards({ report }: { report: ReportAnswer | undefined }) {
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

type Entry = ReportAnswer['recent_outages'][number];

interface ReportHistoryProps {
  report: ReportAnswer | undefined;
  isStale: boolean;
}

function ReportHistory({ report, isStale }: ReportHistoryProps) {
  const { t } = useTranslation();
  const columns = useMemo<Column<Entry>[]>(
    () => [
      {
        id: 'cause',
        header: t('console.outage.cause'),
        role: 'title',
        cell: ({ cause }) => <PowerStateMark state={toPowerState(cause)} className="text-sm" />,
      },
      {
        id: 'down',
        header: t('console.outage.down'),
        sortBy: (entry) => Date.parse(entry.down_time),
        cell: ({ down_time: time }) => <DateTime time={time} />,
      },
      {
        id: 'recover',
        header: t('console.outage.recover'),
        cell: ({ recover_time: time }) =>
          time === null ? t('console.outage.not_recovered') : <DateTime time={time} />,
      },
      {
        id: 'duration',
        header: t('console.outage.duration'),
        align: 'end',
        sortBy: (entry) => entry.duration_minutes,
        cell: ({ recover_time: end, duration_minutes: minutes }) =>
          end === null ? '-' : <Duration ms={minutes * 60_000} />,
      },
      {
        id: 'acknowledged',
        header: t('console.outage.acknowledged'),
        cell: ({ acknowledged_by: name }) => name ?? '-',
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('admin_devices.report.history')}
      columns={columns}
      rows={report?.recent_outages}
      rowId={({ outage_id: id }) => String(id)}
      isStale={isStale}
      empty={
        <EmptyState
          icon={ShieldCheck}
          title={t('admin_devices.report.none.title')}
          text={t('admin_devices.report.none.text')}
        />
      }
    />
  );
}

const shownDates = 15;
/** What the list below says at a glance. */
const fewDates = 3;

/** Outages of the latest dates that had any, oldest first. */
function ReportChart({ report }: { report: ReportAnswer | undefined }) {
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
