import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import type {
  EventAnswer,
  eventCountsAnswerSchema,
  eventsAnswerSchema,
} from '../../../../src/contract/fleet/events.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { eventSorts } from '../../../../src/domain/states.ts';
import { ConsoleList } from '../../components/console/console-list.tsx';
import { NobodyToldNotice } from '../../components/console/delivery-marks.tsx';
import { EventMark } from '../../components/console/device-marks.tsx';
import { ExportButton } from '../../components/console/export-button.tsx';
import { CustomerLink, DeviceLink } from '../../components/console/links.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { adminApi } from '../../lib/api-client.ts';
import { eventFilters } from '../../lib/console/list-filters.ts';
import type { ListParams } from '../../lib/console/list-params.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';
import { useConsoleList } from '../../lib/console/use-console-list.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { DeliveryPopover } from './event-deliveries.tsx';

const tabWords = {
  all: 'admin_events.tab.all',
  power_down: 'admin_events.tab.power_down',
  power_restored: 'admin_events.tab.power_restored',
} as const;

/** What happened, of all devices. */
export function EventsPage() {
  const { t } = useTranslation();
  const at = useConsoleList(eventFilters, eventSorts);
  const { q, filter, params } = at;
  const list = useQuery(eventsQuery(params));
  const { data: counts } = useQuery(eventCountsQuery(q));
  const columns = useMemo(() => makeEventColumns(t), [t]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('admin_events.title')}
        text={t('admin_events.text')}
        actions={<ExportButton entity="events" query={{ q, filter }} />}
      />
      <NobodyToldNotice>
        <ConsoleList
          label={t('admin_events.title')}
          at={at}
          list={list}
          search={t('admin_events.search')}
          tabs={{
            label: t('admin_events.tab.label'),
            filters: eventFilters,
            wordOf: (one) => t(tabWords[one]),
            counts,
            mostCounted: 10_000,
          }}
          columns={columns}
          rowId={({ id }) => String(id)}
          empty={{
            icon: History,
            title: t('admin_events.empty.title'),
            text: t('admin_events.empty.text'),
          }}
        />
      </NobodyToldNotice>
    </div>
  );
}

function makeEventColumns(t: TFunction): Column<EventAnswer>[] {
  return [
    {
      id: 'time',
      isTime: true,
      header: t('admin_events.column.time'),
      isSortable: true,
      // A card shows this below its title.
      className: 'hidden in-table:whitespace-nowrap',
      cell: ({ event_time: time }) => <DateTime time={time} />,
    },
    {
      id: 'type',
      header: t('admin_events.column.type'),
      isSortable: true,
      role: 'title',
      className: 'in-table:min-w-44',
      cell: ({ event_type: type, event_time: time }) => (
        <>
          <EventMark type={type} />
          <span className="block font-normal text-muted text-xs in-table:hidden">
            <DateTime time={time} />
          </span>
        </>
      ),
    },
    {
      id: 'site',
      header: t('admin_events.column.site'),
      isSortable: true,
      cell: ({ device_id: device, site_name: site, customer_id: id, customer_name: customer }) => (
        <>
          {device === null ? '-' : <DeviceLink id={device} name={site ?? device} />}
          {id !== null && customer !== null && (
            <span className="block text-muted text-xs [&_a]:font-normal">
              <CustomerLink id={id} name={customer} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'device',
      header: t('admin_events.column.device'),
      isSortable: true,
      cell: ({ device_id: id }) =>
        id === null ? (
          '-'
        ) : (
          <code className="break-all font-mono text-xs in-table:whitespace-nowrap">{id}</code>
        ),
    },
    {
      id: 'duration',
      header: t('admin_events.column.duration'),
      isSortable: true,
      align: 'end',
      cell: (event) => <OutageDuration event={event} t={t} />,
    },
    {
      id: 'notified',
      header: t('admin_events.column.notified'),
      cell: ({ outage_id: outageId, delivery }) =>
        outageId === null ? (
          <span className="text-muted">-</span>
        ) : (
          <DeliveryPopover outageId={outageId} counts={delivery} />
        ),
    },
  ];
}

/** How long the outage lasted that it belongs to; a dash where it belongs to none. */
function OutageDuration({ event, t }: { event: EventAnswer; t: TFunction }) {
  const { outage_id: outageId, duration_minutes: minutes } = event;
  if (minutes !== null) return <Duration ms={minutes * 60_000} />;
  return (
    <span className="text-muted in-table:whitespace-nowrap">
      {outageId === null ? '-' : t('admin_events.ongoing')}
    </span>
  );
}

type EventsAnswer = OutputOf<typeof eventsAnswerSchema>;

function listEvents(query: ListParams, signal: AbortSignal): Promise<EventsAnswer> {
  return adminApi.get('/api/events', { query, signal });
}

/** A page of events, newest first; hourly heartbeats are left out. */
function eventsQuery(params: ListParams) {
  return queryOptions({
    queryKey: [...consoleKey, 'events', params],
    queryFn: ({ signal }) => listEvents(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<EventsAnswer>((answer, message, askAgain) => {
      // A new event, a change in how long its outage lasted, or in who was told.
      const isNews = message.event === 'event' || message.event === 'notification';
      if (isNews || isChangeOf(message, 'device', 'customer')) askAgain();
      return answer;
    }),
  });
}

type EventCounts = OutputOf<typeof eventCountsAnswerSchema>['data'];

/** How many events each tab has. A request of its own, so that the list does not wait for it. */
function eventCountsQuery(q: string) {
  return queryOptions({
    queryKey: [...consoleKey, 'event-counts', q],
    queryFn: async ({ signal }): Promise<EventCounts> => {
      type Answer = OutputOf<typeof eventCountsAnswerSchema>;
      return (await adminApi.get<Answer>('/api/events/counts', { query: { q }, signal })).data;
    },
    placeholderData: keepPreviousData,
    meta: follow<EventCounts>((counts, message, askAgain) => {
      if (message.event === 'event') askAgain();
      return counts;
    }),
  });
}
