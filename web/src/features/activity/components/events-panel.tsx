import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import type { PortalEvent } from '../../../../../src/contract/devices/portal.ts';
import { eventStyles } from '../../../components/event-style.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { eventsPerPage, eventsQuery } from '../activity-calls.ts';
import { activityViews, eventFilters, useActivitySearch } from '../activity-search.ts';
import { describeEvent } from '../event-details.ts';
import { filterWords, viewWords } from '../report-words.ts';
import { DeviceName } from './device-reports.tsx';
import { DeviceSelect, isNoDevice, NoDevice } from './device-select.tsx';
import { ReportPanel } from './report-panel.tsx';

/** What happened at the sites of the customer who is logged in: recent events, or the outage report. */
export function ActivitySection() {
  const { t } = useTranslation();
  const { search, show } = useActivitySearch();
  const view = search.activity ?? activityViews[0];
  return (
    <section aria-labelledby="activity" className="min-w-0">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="activity" className="font-semibold text-xl">
          {t('activity.title')}
        </h2>
        <SegmentedControl
          label={t('activity.view')}
          className="max-sm:w-full"
          options={activityViews.map((value) => ({ value, label: t(viewWords[value]) }))}
          value={view}
          onChange={(next) =>
            show({ activity: next === activityViews[0] ? undefined : next, page: undefined })
          }
        />
      </div>
      {view === 'events' ? <EventsPanel /> : <ReportPanel />}
    </section>
  );
}

/** What happened, newest first: of a kind, of a device, page by page. */
function EventsPanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { search, show } = useActivitySearch();
  const { filter = eventFilters[0], page = 1, device } = search;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    eventsQuery({ filter, page, device }),
  );
  const isPhone = useIsPhone();
  const columns = useMemo(() => createEventColumns(t, language, isPhone), [t, language, isPhone]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between lg:gap-6">
        <FilterTabs
          label={t('events.filter.label')}
          value={filter}
          tabs={eventFilters.map((value) => ({ value, label: t(filterWords[value]) }))}
        />
        <DeviceSelect className="shrink-0 sm:max-w-72 lg:w-64" />
      </div>
      {isNoDevice(error) ? (
        <Card>
          <NoDevice />
        </Card>
      ) : (
        <DataTable
          label={t('events.label')}
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => String(id)}
          error={error}
          onRetry={() => void refetch()}
          isStale={isPlaceholderData}
          empty={<NoEvents isPastEnd={(data?.total ?? 0) > 0} />}
          pager={{
            page,
            limit: eventsPerPage,
            total: data?.total ?? 0,
            isCapped: data?.total_is_capped === true,
            onPageChange: (next) => show({ page: next === 1 ? undefined : next }),
          }}
        />
      )}
      {filter === 'all' && <p className="text-muted text-xs">{t('events.without_heartbeats')}</p>}
    </div>
  );
}

interface NoEventsProps {
  /** There are some, on pages before this one. */
  isPastEnd: boolean;
}

/** Why there is nothing to see, and what to look at instead. */
function NoEvents({ isPastEnd }: NoEventsProps) {
  const { t } = useTranslation();
  const { search, show } = useActivitySearch();
  if (isPastEnd) {
    return (
      <EmptyState
        title={t('events.past_end.title')}
        action={
          <Button look="secondary" onClick={() => show({ page: undefined })}>
            {t('events.past_end.first_page')}
          </Button>
        }
      />
    );
  }
  if (search.filter === undefined && search.device === undefined) {
    return (
      <EmptyState icon={Activity} title={t('events.empty.title')} text={t('events.empty.text')} />
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title={t('events.empty_filter.title')}
      text={t('events.empty_filter.text')}
      action={
        <Button
          look="secondary"
          onClick={() => show({ filter: undefined, device: undefined, page: undefined })}
        >
          {t('events.empty_filter.show_all')}
        </Button>
      }
    />
  );
}

/** Fields that a card shows in its own way. */
const onlyInTable = 'hidden in-table:table-cell';

/**
 * Date, device, event type and details; in a card all in one.
 * @param isPhone there is never room for columns: what they would show is not made
 */
function createEventColumns(
  t: TFunction,
  language: Language,
  isPhone: boolean,
): Column<PortalEvent>[] {
  const detailsOf = (event: PortalEvent) => describeEvent(event, t, language).join(' · ');
  const first = { id: 'date', header: t('events.column.date'), role: 'title' } as const;
  const drawCard = (event: PortalEvent) => <EventCard event={event} details={detailsOf(event)} />;
  if (isPhone) return [{ ...first, cell: drawCard }];
  return [
    {
      ...first,
      className: 'in-table:w-48',
      cell: (event) => (
        <>
          <span className="hidden in-table:inline">
            <DateTime time={event.created_at} />
          </span>
          <div className="in-table:hidden">{drawCard(event)}</div>
        </>
      ),
    },
    {
      id: 'device',
      header: t('events.column.device'),
      className: `${onlyInTable} in-table:w-[24%]`,
      cell: ({ device_id: id, device_name: name }) => <DeviceName id={id} name={name} />,
    },
    {
      id: 'type',
      header: t('events.column.type'),
      className: `${onlyInTable} in-table:w-[22%]`,
      cell: ({ event_type: type }) => <EventType type={type} />,
    },
    {
      id: 'details',
      header: t('events.column.details'),
      className: onlyInTable,
      cell: (event) => <span className="text-muted">{detailsOf(event) || t('report.none')}</span>,
    },
  ];
}

interface EventCardProps {
  event: PortalEvent;
  /** In words; empty: none. */
  details: string;
}

/** An event where there is no room for columns: short, since there are many. */
function EventCard({ event, details }: EventCardProps) {
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <EventType type={event.event_type} />
        <span className="font-normal text-muted text-xs">
          <DateTime time={event.created_at} />
        </span>
      </div>
      <p className="font-normal">{event.device_name}</p>
      {details !== '' && <p className="font-normal text-muted text-xs">{details}</p>}
    </div>
  );
}

/** A kind of event as icon and word. */
function EventType({ type }: { type: PortalEvent['event_type'] }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = eventStyles[type];
  return (
    <span className="flex items-start gap-2 font-semibold">
      <Icon aria-hidden="true" className={classNames('h-lh w-4.5 shrink-0', tone)} />
      {t(word)}
    </span>
  );
}
