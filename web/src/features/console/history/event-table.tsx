import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { EventAnswer } from '../../../../../src/contract/fleet/events.ts';
import { DeliveryCounts } from '../../../components/console/delivery-counts.tsx';
import { EventMark } from '../../../components/console/event-mark.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type HistoryProps, HistoryTable, siteColumn } from './history-table.tsx';
import { eventsQuery } from './list-events.ts';

export function EventTable({ of, page, onPageChange }: HistoryProps) {
  const { t } = useTranslation();
  const list = useQuery(eventsQuery({ of, page }));
  const hasSite = 'customer_id' in of;
  const columns = useMemo<Column<EventAnswer>[]>(
    () => [
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
      ...(hasSite ? [siteColumn<EventAnswer>(t)] : []),
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
        cell: ({ outage_id: outageId, delivery }) =>
          outageId === null ? '-' : <DeliveryCounts counts={delivery} />,
      },
    ],
    [t, hasSite],
  );
  return (
    <HistoryTable
      label={t('console.event.label')}
      list={list}
      columns={columns}
      page={page}
      onPageChange={onPageChange}
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
