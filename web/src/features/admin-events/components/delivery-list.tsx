import { useQuery } from '@tanstack/react-query';
import type { NotificationAnswer } from '../../../../../src/contract/alerts/notifications.ts';
import { DeliveryBadge } from '../../../components/console/delivery-badge.tsx';
import { notificationWords } from '../../../components/console/notification-words.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { deliveriesQuery } from '../api/list-deliveries.ts';

/** The newest messages about an outage: to whom, when, and what became of each. */
export function DeliveryList({ outageId }: { outageId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error } = useQuery(deliveriesQuery(outageId));
  if (data === undefined) {
    return error === null ? (
      <p role="status" className="mt-3 flex flex-col gap-3">
        <span className="sr-only">{t('ui.loading')}</span>
        <Skeleton className="w-48" />
        <Skeleton className="w-32" />
      </p>
    ) : (
      <p role="alert" className="mt-2 text-mains-lost text-sm">
        {describeError(error, t)}
      </p>
    );
  }
  const more = data.total - data.data.length;
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {data.data.map((notification) => (
          <Delivery key={notification.id} notification={notification} />
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1 text-muted text-xs">
          {t('admin_events.more', { count: more, number: formatNumber(more, language) })}
        </p>
      )}
    </>
  );
}

function Delivery({ notification }: { notification: NotificationAnswer }) {
  const { t } = useTranslation();
  const { kind, customer_name: customer, channel, recipient, sent_at: sentAt } = notification;
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="break-words font-semibold">{customer ?? recipient}</p>
        <p className="text-muted text-xs">
          {channel === 'log'
            ? t('console.notification.log')
            : `${t(channelWords[channel])} ${recipient}`}
        </p>
        <p className="text-muted text-xs">
          {t(notificationWords[kind])}
          {' · '}
          <DateTime time={sentAt ?? notification.due_at} />
        </p>
      </div>
      <DeliveryBadge notification={notification} />
    </li>
  );
}
