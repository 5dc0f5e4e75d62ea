import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { OutageAnswer } from '../../../../../src/contract/fleet/outages.ts';
import { DeliveryCounts } from '../../../components/console/delivery-counts.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerState } from '../../../lib/power-state.ts';
import { type HistoryProps, HistoryTable, siteColumn } from './history-table.tsx';
import { outagesQuery } from './list-outages.ts';

export function OutageTable({ of, page, onPageChange }: HistoryProps) {
  const { t } = useTranslation();
  const list = useQuery(outagesQuery({ of, page }));
  const columns = useMemo<Column<OutageAnswer>[]>(
    () => [
      {
        id: 'cause',
        header: t('console.outage.cause'),
        role: 'title',
        cell: ({ cause }) => <PowerStateMark state={toPowerState(cause)} className="text-sm" />,
      },
      siteColumn(t),
      {
        id: 'down',
        header: t('console.outage.down'),
        cell: ({ down_at: time }) => <DateTime time={time} />,
      },
      {
        id: 'recover',
        header: t('console.outage.recover'),
        cell: ({ recover_at: time }) =>
          time === null ? t('console.outage.not_recovered') : <DateTime time={time} />,
      },
      {
        id: 'duration',
        header: t('console.outage.duration'),
        align: 'end',
        cell: ({ duration_minutes: minutes }) =>
          minutes === null ? '-' : <Duration ms={minutes * 60_000} />,
      },
      {
        id: 'told',
        header: t('console.event.notified'),
        cell: ({ told }) => <DeliveryCounts counts={told} />,
      },
    ],
    [t],
  );
  return (
    <HistoryTable
      label={t('console.outage.label')}
      list={list}
      columns={columns}
      page={page}
      onPageChange={onPageChange}
      empty={
        <EmptyState
          icon={ShieldCheck}
          title={t('console.outage.none.title')}
          text={t('console.outage.none.text')}
        />
      }
    />
  );
}
