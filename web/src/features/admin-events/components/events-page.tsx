import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { eventSorts } from '../../../../../src/domain/states.ts';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { ListTools } from '../../../components/console/list-tools.tsx';
import { NobodyToldNotice } from '../../../components/console/nobody-told-notice.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { usePagedTable } from '../../../lib/console/use-paged-table.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { eventCountsQuery, eventsQuery } from '../api/list-events.ts';
import { eventFilters } from '../event-filters.ts';
import { makeEventColumns } from './event-columns.tsx';

const tabWords = {
  all: 'admin_events.tab.all',
  power_down: 'admin_events.tab.power_down',
  power_restored: 'admin_events.tab.power_restored',
} as const;

/** What happened, of all devices. */
export function EventsPage() {
  const { t } = useTranslation();
  const { q, filter, page, sort, params, isNarrowed, setQuery, setPage, setSort, clear } =
    useConsoleList(eventFilters, eventSorts);
  const list = useQuery(eventsQuery(params));
  const { data: counts } = useQuery(eventCountsQuery(q));
  const paged = usePagedTable(list, page, setPage);
  const columns = useMemo(() => makeEventColumns(t), [t]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('admin_events.title')}
        text={t('admin_events.text')}
        actions={<ExportButton entity="events" query={{ q, filter }} />}
      />
      <NobodyToldNotice>
        <ListTools
          search={<SearchField label={t('admin_events.search')} value={q} onChange={setQuery} />}
        />
        <FilterTabs
          label={t('admin_events.tab.label')}
          value={filter}
          tabs={eventFilters.map((value) => ({
            value,
            label: t(tabWords[value]),
            count: counts?.[value],
            mostCounted: 10_000,
          }))}
        />
        <DataTable
          label={t('admin_events.title')}
          columns={columns}
          {...paged}
          rowId={({ id }) => String(id)}
          sort={sort}
          onSortChange={setSort}
          empty={
            isNarrowed ? (
              <NothingFound onClear={clear} />
            ) : (
              <EmptyState
                icon={History}
                title={t('admin_events.empty.title')}
                text={t('admin_events.empty.text')}
              />
            )
          }
        />
      </NobodyToldNotice>
    </div>
  );
}
