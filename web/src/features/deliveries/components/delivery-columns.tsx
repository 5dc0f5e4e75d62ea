import type { TFunction } from 'i18next';
import type { NotificationAnswer } from '../../../../../src/contract/alerts/notifications.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeliveryBadge } from '../../../components/console/delivery-badge.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { notificationWords } from '../../../components/console/notification-words.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { describeReason } from '../describe-reason.ts';
import { RetryButton } from './retry-button.tsx';

export function makeDeliveryColumns(t: TFunction): Column<NotificationAnswer>[] {
  return [
    {
      id: 'kind',
      header: t('deliveries.column.kind'),
      role: 'title',
      cell: ({ kind, device_id: device, site_name: site }) => (
        <>
          <span className="block font-semibold">{t(notificationWords[kind])}</span>
          {device !== null && (
            <span className="block text-xs [&_a]:font-normal">
              <DeviceLink id={device} name={site ?? device} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'recipient',
      header: t('deliveries.column.recipient'),
      cell: ({ customer_id: id, customer_name: name, channel, recipient }) => (
        <>
          {id !== null && <CustomerLink id={id} name={name ?? String(id)} />}
          <span className="block text-muted text-xs">
            {channel === 'log'
              ? t('console.notification.log')
              : `${t(channelWords[channel])} ${recipient}`}
          </span>
        </>
      ),
    },
    {
      id: 'due',
      header: t('deliveries.column.due'),
      className: 'in-table:whitespace-nowrap',
      cell: ({ due_at: dueAt, sent_at: sentAt, status, channel }) => (
        <>
          <DateTime time={dueAt} />
          {status === 'sent' && channel !== 'log' && sentAt !== null && (
            <span className="block text-muted text-xs">
              {t('deliveries.sent')} <DateTime time={sentAt} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'status',
      header: t('deliveries.column.status'),
      // The reason has a column of its own.
      cell: (notification) => (
        <DeliveryBadge notification={{ ...notification, last_error: null }} />
      ),
    },
    {
      id: 'reason',
      header: t('deliveries.column.reason'),
      className: 'max-w-80',
      cell: (notification) => <Reason notification={notification} t={t} />,
    },
    {
      id: 'actions',
      header: t('ui.table.actions'),
      role: 'actions',
      cell: (notification) =>
        notification.status === 'failed' ? <RetryButton notification={notification} /> : null,
    },
  ];
}

function Reason({ notification, t }: { notification: NotificationAnswer; t: TFunction }) {
  const { last_error: reason, attempts, next_attempt_at: next, status, channel } = notification;
  if (reason === null && attempts === 0) return <span className="text-muted">-</span>;
  const told = reason === null ? '' : describeReason(reason, channel, t);
  return (
    <>
      {told}
      <span className="block text-muted text-xs">
        {attempts > 0 && t('deliveries.attempts', { count: attempts })}
        {attempts > 0 && status === 'pending' && ' · '}
        {status === 'pending' && (
          <>
            {t('deliveries.next')} <DateTime time={next} show="time" />
          </>
        )}
      </span>
      {reason !== null && reason !== told && /^[A-Z][A-Za-z-]*: /.test(reason) && (
        <code className="block break-words font-mono text-muted text-xs">{reason}</code>
      )}
    </>
  );
}
