import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useMemo } from 'react';
import type { NotificationAnswer } from '../../../../../src/contract/alerts/notifications.ts';
import { DeliveryBadge } from '../../../components/console/delivery-badge.tsx';
import { notificationWords } from '../../../components/console/notification-words.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type HistoryProps, HistoryTable, siteColumn } from './history-table.tsx';
import { notificationsQuery } from './list-notifications.ts';

/** What was sent to whom, and what became of it. */
export function NotificationTable({ of, page, onPageChange }: HistoryProps) {
  const { t } = useTranslation();
  const list = useQuery(notificationsQuery({ of, page }));
  const hasSite = 'customer_id' in of;
  const columns = useMemo<Column<NotificationAnswer>[]>(
    () => [
      {
        id: 'kind',
        header: t('console.notification.kind'),
        role: 'title',
        cell: ({ kind }) => <span className="font-semibold">{t(notificationWords[kind])}</span>,
      },
      ...(hasSite ? [siteColumn<NotificationAnswer>(t)] : []),
      {
        id: 'due',
        header: t('console.notification.due'),
        cell: ({ due_at: time }) => <DateTime time={time} />,
      },
      {
        id: 'sent',
        header: t('console.notification.sent_at'),
        cell: ({ sent_at: time, channel }) =>
          time === null || channel === 'log' ? '-' : <DateTime time={time} />,
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
    ],
    [t, hasSite],
  );
  return (
    <HistoryTable
      label={t('console.notification.label')}
      list={list}
      columns={columns}
      page={page}
      onPageChange={onPageChange}
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
