import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { BellOff, BellRing, MessageCircleOff, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import type {
  NotificationAnswer,
  notificationsAnswerSchema,
  retryAllAnswerSchema,
  retryAnswerSchema,
} from '../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { ConsoleList } from '../../components/console/console-list.tsx';
import {
  DeliveryBadge,
  NobodyToldNotice,
  notificationWords,
  useIsNobodyTold,
} from '../../components/console/delivery-marks.tsx';
import { CustomerLink, DeviceLink } from '../../components/console/links.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { deliveryFilters } from '../../lib/console/list-filters.ts';
import type { ListParams } from '../../lib/console/list-params.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { useConsoleList } from '../../lib/console/use-console-list.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { describeReason } from './describe-reason.ts';

const tabWords = {
  undelivered: 'deliveries.tab.undelivered',
  waiting: 'deliveries.tab.waiting',
  sent: 'deliveries.tab.sent',
  all: 'deliveries.tab.all',
} as const;

/** Messages that did not arrive, why, and a way to send them again. */
export function DeliveriesPage() {
  const { t } = useTranslation();
  const at = useConsoleList(deliveryFilters);
  const { filter, page } = at;
  const { limit } = at.params;
  const list = useQuery(deliveriesQuery({ filter, page, limit }));
  const columns = useMemo(() => makeDeliveryColumns(t), [t]);
  const isUndelivered = filter === undefined;
  const isNobodyTold = useIsNobodyTold();
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('deliveries.title')}
        text={t('deliveries.text')}
        actions={isUndelivered && (list.data?.total ?? 0) > 0 && <RetryAllButton />}
      />
      <NobodyToldNotice>
        <ConsoleList
          label={t('deliveries.title')}
          at={at}
          list={list}
          tabs={{
            label: t('deliveries.tab.label'),
            filters: deliveryFilters,
            wordOf: (one) => t(tabWords[one]),
          }}
          columns={columns}
          rowId={({ id }) => String(id)}
          isNarrowed={false}
          empty={
            isUndelivered && isNobodyTold
              ? {
                  icon: BellOff,
                  title: t('console.notification.state.nobody'),
                  text: t('system.problem.no_messenger'),
                }
              : isUndelivered
                ? {
                    icon: BellRing,
                    title: t('deliveries.all_delivered.title'),
                    text: t('deliveries.all_delivered.text'),
                  }
                : {
                    icon: MessageCircleOff,
                    title: t('deliveries.empty.title'),
                    text: t('deliveries.empty.text'),
                  }
          }
        />
      </NobodyToldNotice>
    </div>
  );
}

function makeDeliveryColumns(t: TFunction): Column<NotificationAnswer>[] {
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

/** Sends everything that was given up within a day once more. */
function RetryAllButton() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate, isPending } = useRetryAllDeliveries();
  const mayRetry = useMay('support');
  const tell = (count: number) => {
    if (count === 0) toast.info(t('deliveries.retry_all.nothing'));
    else {
      const number = formatNumber(count, language);
      toast.success(t('deliveries.retry_all.done', { count, number }));
    }
  };
  if (!mayRetry) return null;
  return (
    <Button
      look="primary"
      isBusy={isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      onClick={() =>
        mutate(undefined, {
          onSuccess: tell,
          onError: (error) => toast.error(describeRetryError(error, t)),
        })
      }
    >
      {t('deliveries.retry_all.action')}
    </Button>
  );
}

/** Sends one message that was given up once more. */
function RetryButton({ notification }: { notification: NotificationAnswer }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useRetryDelivery();
  const mayRetry = useMay('support');
  const { id, customer_name: customer, recipient } = notification;
  if (!mayRetry) return null;
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      aria-label={t('deliveries.retry.action_of', { name: customer ?? recipient })}
      onClick={() =>
        mutate(id, {
          onSuccess: () => toast.success(t('deliveries.retry.done')),
          onError: (error) => toast.error(describeRetryError(error, t)),
        })
      }
    >
      {t('deliveries.retry.action')}
    </Button>
  );
}

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;
type Params = Pick<ListParams, 'filter' | 'page' | 'limit'>;

/** A page of messages, the last to be queued first; those that did not arrive unless another filter is set. */
function deliveriesQuery(params: Params) {
  return queryOptions({
    queryKey: [...consoleKey, 'deliveries', params],
    queryFn: ({ signal }): Promise<NotificationsAnswer> => {
      const { filter = deliveryFilters[0], page, limit } = params;
      return adminApi.get('/api/notifications', { query: { filter, page, limit }, signal });
    },
    placeholderData: keepPreviousData,
    // A message that waits too long becomes undelivered without an event.
    refetchInterval: 20_000,
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (message.event === 'notification' || message.event === 'event') askAgain();
      else if (isChangeOf(message, 'notification', 'recipient', 'customer', 'outage')) askAgain();
      return answer;
    }),
  });
}

/** Sends again everything that was given up in the last 24 hours. @returns how many */
function useRetryAllDeliveries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<number> => {
      const { data } = await adminApi.post<OutputOf<typeof retryAllAnswerSchema>>(
        '/api/notifications/retry-all',
      );
      return data.retried;
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

/** Sends a message that was given up once more. */
function useRetryDelivery() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<OutputOf<typeof retryAnswerSchema>> =>
      adminApi.post(`/api/notifications/${id}/retry`),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

/** A conflict is a full sentence of its own; any other failure is named as one. */
function describeRetryError(error: unknown, t: TFunction): string {
  const reason = describeError(error, t);
  const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
  return isConflict ? reason : t('ui.form.failed', { reason });
}
