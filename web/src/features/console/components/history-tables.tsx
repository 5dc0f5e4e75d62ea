import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Bell, History, ShieldCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type {
  NotificationAnswer,
  notificationsAnswerSchema,
} from '../../../../../src/contract/alerts/notifications.ts';
import type { EventAnswer, eventsAnswerSchema } from '../../../../../src/contract/fleet/events.ts';
import type {
  OutageAnswer,
  outagesAnswerSchema,
} from '../../../../../src/contract/fleet/outages.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import {
  DeliveryBadge,
  DeliveryCounts,
  notificationWords,
} from '../../../components/console/delivery-marks.tsx';
import { EventMark } from '../../../components/console/device-marks.tsx';
import { DeviceLink } from '../../../components/console/links.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { defaultLimit } from '../../../lib/console/list-params.ts';
import { type ConsoleMessage, consoleKey, follow } from '../../../lib/console/live-query.ts';
import { type PagedAnswer, usePagedTable } from '../../../lib/console/use-console-list.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerState } from '../../../lib/power-state.ts';

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

interface HistoryProps {
  of: HistoryOf;
  page: number;
  onPageChange: (page: number) => void;
}

interface HistoryTableProps<Row> extends Omit<HistoryProps, 'of'> {
  label: string;
  list: UseQueryResult<PagedAnswer<Row>>;
  columns: readonly Column<Row>[];
  empty: ReactNode;
}

/** A page of what has happened at a device, or at a customer's. */
function HistoryTable<Row extends { id: number }>(props: HistoryTableProps<Row>) {
  const { label, list, columns, page, onPageChange, empty } = props;
  const paged = usePagedTable(list, page, onPageChange);
  return (
    <DataTable
      label={label}
      columns={columns}
      {...paged}
      rowId={({ id }) => String(id)}
      empty={empty}
    />
  );
}

/** The column of the site, in the history of a customer. */
function siteColumn<Row extends { device_id: string | null; site_name: string | null }>(
  t: TFunction,
): Column<Row> {
  return {
    id: 'site',
    header: t('console.column.site'),
    cell: ({ device_id: id, site_name: name }) =>
      id === null ? '-' : <DeviceLink id={id} name={name ?? id} />,
  };
}

type EventsAnswer = OutputOf<typeof eventsAnswerSchema>;

function listEvents({ of, page }: HistoryParams, signal: AbortSignal): Promise<EventsAnswer> {
  return adminApi.get('/api/events', { query: { ...of, page, limit: defaultLimit }, signal });
}

/** Events, newest first; hourly heartbeats are left out. */
function eventsQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.events(params),
    queryFn: ({ signal }) => listEvents(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<EventsAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}

type OutagesAnswer = OutputOf<typeof outagesAnswerSchema>;

function listOutages({ of, page }: HistoryParams, signal: AbortSignal): Promise<OutagesAnswer> {
  return adminApi.get('/api/outages', { query: { ...of, page, limit: defaultLimit }, signal });
}

/** Outages, the last to begin first. */
function outagesQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.outages(params),
    queryFn: ({ signal }) => listOutages(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<OutagesAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}

type NotificationsAnswer = OutputOf<typeof notificationsAnswerSchema>;

function listNotifications(
  { of, page }: HistoryParams,
  signal: AbortSignal,
): Promise<NotificationsAnswer> {
  return adminApi.get('/api/notifications', {
    query: { ...of, page, limit: defaultLimit },
    signal,
  });
}

/** Messages to chats, the last to be queued first. */
function notificationsQuery(params: HistoryParams) {
  return queryOptions({
    queryKey: historyKeys.notifications(params),
    queryFn: ({ signal }) => listNotifications(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<NotificationsAnswer>((answer, message, askAgain) => {
      if (concerns(params.of, message)) askAgain();
      return answer;
    }),
  });
}

/** Whose history: a device's, whoever owned it, or a customer's, whichever devices they had. */
type HistoryOf = { device_id: string } | { customer_id: number };

interface HistoryParams {
  of: HistoryOf;
  page: number;
}

const historyKeys = {
  events: (params: HistoryParams) => [...consoleKey, 'history', 'events', params],
  outages: (params: HistoryParams) => [...consoleKey, 'history', 'outages', params],
  notifications: (params: HistoryParams) => [...consoleKey, 'history', 'notifications', params],
};

/** Whether a message may belong to this history. A delivery does not tell whose it is. */
export function concerns(of: HistoryOf, message: ConsoleMessage): boolean {
  switch (message.event) {
    case 'event':
      return 'device_id' in of
        ? message.data.device_id === of.device_id
        : message.data.customer_id === of.customer_id;
    case 'device':
      return 'device_id' in of && message.data.device_id === of.device_id;
    case 'notification':
      return true;
    case 'change':
    case 'counts':
    case 'area-outage':
    case 'area-outage-removed':
      return false;
  }
}
