import { Popover } from '@base-ui/react/popover';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type {
  NotificationAnswer,
  notificationsAnswerSchema,
} from '../../../../src/contract/alerts/notifications.ts';
import type { EventAnswer } from '../../../../src/contract/fleet/events.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import {
  DeliveryBadge,
  DeliveryCounts,
  notificationWords,
} from '../../components/console/delivery-marks.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { useFloatContainer } from '../../components/ui/dialog.tsx';
import { floatClasses } from '../../components/ui/input-style.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { adminApi } from '../../lib/api-client.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

interface DeliveryPopoverProps {
  outageId: number;
  counts: EventAnswer['delivery'];
}

/** How many were told of an outage. It opens to show who, when and with what outcome. */
export function DeliveryPopover({ outageId, counts }: DeliveryPopoverProps) {
  const { t } = useTranslation();
  const container = useFloatContainer();
  if (counts.sent + counts.waiting + counts.failed === 0) {
    return <DeliveryCounts counts={counts} />;
  }
  return (
    <Popover.Root>
      <Popover.Trigger className="-mx-2 -my-1.5 inline-flex min-h-11 items-center rounded-sm px-2 text-left underline decoration-muted decoration-dotted underline-offset-4 transition hover:bg-raised hover:decoration-solid data-popup-open:bg-raised md:pointer-fine:min-h-9">
        <DeliveryCounts counts={counts} />
        <span className="sr-only">, {t('admin_events.show_deliveries')}</span>
      </Popover.Trigger>
      <Popover.Portal {...container}>
        <Popover.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-50 outline-hidden"
        >
          <Popover.Popup
            className={`${floatClasses} max-h-(--available-height) w-96 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-4`}
          >
            <Popover.Title className="font-semibold text-sm">
              {t('admin_events.deliveries')}
            </Popover.Title>
            <DeliveryList outageId={outageId} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The newest messages about an outage: to whom, when, and what became of each. */
function DeliveryList({ outageId }: { outageId: number }) {
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

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;

/** The newest; an outage of days has hundreds of reminders. */
const shown = 10;

/** Who was told of an outage, when, and what became of it. */
function deliveriesQuery(outageId: number) {
  return queryOptions({
    queryKey: [...consoleKey, 'events', 'deliveries', outageId],
    queryFn: ({ signal }): Promise<NotificationsAnswer> =>
      adminApi.get('/api/notifications', {
        query: { outage_id: outageId, limit: shown },
        signal,
      }),
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (message.event === 'notification' && message.data.outage_id === outageId) askAgain();
      return answer;
    }),
  });
}
