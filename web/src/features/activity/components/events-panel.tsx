import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { eventFilters } from '../activity-search.ts';
import { eventsPerPage, eventsQuery } from '../api/get-events.ts';
import { filterWords } from '../search-words.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { DeviceSelect } from './device-select.tsx';
import { createEventColumns } from './event-columns.tsx';
import { isNoDevice, NoDevice } from './no-device.tsx';
import { NoEvents } from './no-events.tsx';

/** What happened, newest first: of a kind, of a device, page by page. */
export function EventsPanel() {
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
