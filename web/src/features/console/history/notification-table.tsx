import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationAnswer } from '../../../../../src/contract/alerts/notifications.ts';
import { DeliveryBadge } from '../../../components/console/delivery-badge.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { notificationWords } from '../../../components/console/notification-words.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { usePager } from '../../../lib/console/use-pager.ts';
import type { HistoryTableProps } from './event-table.tsx';
import { notificationsQuery } from './list-notifications.ts';

/** What was sent to whom, and what became of it. */
export function NotificationTable({ of, page, onPageChange }: HistoryTableProps) {
  const { t } = useTranslation();
  const list = useQuery(notificationsQuery({ of, page }));
  const pager = usePager(list.data, page, onPageChange);
  const hasSite = 'customer_id' in of;
  const columns = useMemo<Column<NotificationAnswer>[]>(() => {
    const site: Column<NotificationAnswer> = {
      id: 'site',
      header: t('console.column.site'),
      cell: ({ device_id: id, site_name: name }) =>
        id === null ? '-' : <DeviceLink id={id} name={name ?? id} />,
    };
    return [
      {
        id: 'kind',
        header: t('console.notification.kind'),
        role: 'title',
        cell: ({ kind }) => <span className="font-semibold">{t(notificationWords[kind])}</span>,
      },
      ...(hasSite ? [site] : []),
      {
        id: 'due',
        header: t('console.notification.due'),
        cell: ({ due_at: time }) => <DateTime time={time} />,
      },
      {
        id: 'sent',
        header: t('console.notification.sent_at'),
        cell: ({ sent_at: time }) => (time === null ? '-' : <DateTime time={time} />),
      },
      {
        id: 'recipient',
        header: t('console.notification.recipient'),
        cell: ({ channel, recipient }) =>
          channel === 'log' ? (
            t('console.notification.log')
          ) : (
            <code className="font-mono text-xs">{recipient}</code>
          ),
      },
      {
        id: 'status',
        header: t('console.notification.status'),
        cell: (notification) => <DeliveryBadge notification={notification} />,
      },
    ];
  }, [t, hasSite]);
  return (
    <DataTable
      label={t('console.notification.label')}
      columns={columns}
      rows={list.data?.data}
      rowId={({ id }) => String(id)}
      error={list.error}
      onRetry={() => void list.refetch()}
      isStale={list.isPlaceholderData}
      pager={pager}
      empty={
        <EmptyState
          icon={Bell}
          title={t('console.notification.none.title')}
          text={t('console.notification.none.text')}
        />
      }
    />
  );
}
