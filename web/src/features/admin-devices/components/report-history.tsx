import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerState } from '../../../lib/power-state.ts';

type Entry = ReportAnswer['recent_outages'][number];

interface ReportHistoryProps {
  report: ReportAnswer | undefined;
  isStale: boolean;
}

export function ReportHistory({ report, isStale }: ReportHistoryProps) {
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
