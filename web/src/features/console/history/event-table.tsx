import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventAnswer } from '../../../../../src/contract/fleet/events.ts';
import { DeliveryCounts } from '../../../components/console/delivery-counts.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { EventMark } from '../../../components/console/event-mark.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { usePager } from '../../../lib/console/use-pager.ts';
import type { HistoryOf } from './history-keys.ts';
import { eventsQuery } from './list-events.ts';

export interface HistoryTableProps {
  of: HistoryOf;
  page: number;
  onPageChange: (page: number) => void;
}

export function EventTable({ of, page, onPageChange }: HistoryTableProps) {
  const { t } = useTranslation();
  const list = useQuery(eventsQuery({ of, page }));
  const pager = usePager(list.data, page, onPageChange);
  const hasSite = 'customer_id' in of;
  const columns = useMemo<Column<EventAnswer>[]>(() => {
    const site: Column<EventAnswer> = {
      id: 'site',
      header: t('console.column.site'),
      cell: ({ device_id: id, site_name: name }) =>
        id === null ? '-' : <DeviceLink id={id} name={name ?? id} />,
    };
    return [
      {
        id: 'type',
        header: t('console.event.type'),
        role: 'title',
        cell: ({ event_type: type }) => <EventMark type={type} />,
      },
      {
        id: 'time',
        header: t('console.event.time'),
        cell: ({ event_time: time }) => <DateTime time={time} />,
      },
      ...(hasSite ? [site] : []),
      {
        id: 'duration',
        header: t('console.outage.duration'),
        align: 'end',
        cell: ({ duration_minutes: minutes }) =>
          minutes === null ? '-' : <Duration ms={minutes * 60_000} />,
      },
      {
        id: 'notified',
        header: t('console.event.notified'),
        cell: ({ delivery }) => <DeliveryCounts counts={delivery} />,
      },
    ];
  }, [t, hasSite]);
  return (
    <DataTable
      label={t('console.event.label')}
      columns={columns}
      rows={list.data?.data}
      rowId={({ id }) => String(id)}
      error={list.error}
      onRetry={() => void list.refetch()}
      isStale={list.isPlaceholderData}
      pager={pager}
      empty={
        <EmptyState
          icon={History}
          title={t('console.event.none.title')}
          text={t('console.event.none.text')}
        />
      }
    />
  );
}
