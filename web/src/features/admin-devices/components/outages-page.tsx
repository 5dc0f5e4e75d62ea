import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { ListTools } from '../../../components/console/list-tools.tsx';
import { NobodyToldNotice } from '../../../components/console/nobody-told-notice.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { devicesQuery, lostParams } from '../../../lib/console/devices-query.ts';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { usePagedTable } from '../../../lib/console/use-paged-table.ts';
import { lostFilters, lostSorts } from '../device-search.ts';
import { AreaOutages } from './area-outages.tsx';
import { makeOutageColumns } from './outage-columns.tsx';

const tabWords = {
  lost: 'outages_now.tab.all',
  unacknowledged: 'outages_now.tab.unacknowledged',
  mains_lost: 'state.mains_lost.word',
  contact_lost: 'state.contact_lost.word',
} as const satisfies Record<(typeof lostFilters)[number], string>;

/** The sites that are without mains or not heard, those that went last first. */
export function OutagesPage({ mapLink }: { mapLink: ReactNode }) {
  const { t } = useTranslation();
  const { q, filter, page, sort, params, isNarrowed, setQuery, setPage, setSort, clear } =
    useConsoleList(lostFilters, lostSorts);
  const { filter: all, sort: by, direction } = lostParams;
  const shown = { ...params, filter: filter ?? all };
  const list = useQuery(
    devicesQuery(sort === undefined ? { ...shown, sort: by, direction } : shown),
  );
  const paged = usePagedTable(list, page, setPage);
  const columns = useMemo(() => makeOutageColumns(t), [t]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('outages_now.title')}
        text={t('outages_now.text')}
        actions={
          <>
            <Link to="/admin/reliability" className={buttonClasses('secondary')}>
              {t('reliability.title')}
            </Link>
            {mapLink}
            <ExportButton entity="devices" query={{ q, filter: shown.filter }} />
          </>
        }
      />
      <NobodyToldNotice />
      <AreaOutages />
      <ListTools
        search={<SearchField label={t('admin_devices.search')} value={q} onChange={setQuery} />}
      />
      <FilterTabs
        label={t('outages_now.tab.label')}
        value={filter}
        tabs={lostFilters.map((value) => ({
          value,
          label: t(tabWords[value]),
          count: list.data?.counts[value],
        }))}
      />
      <DataTable
        label={t('outages_now.title')}
        columns={columns}
        {...paged}
        rowId={({ device_id: id }) => id}
        empty={
          isNarrowed ? (
            <NothingFound onClear={clear} />
          ) : (
            <EmptyState
              icon={CircleCheck}
              title={t('attention.well')}
              text={t('outages_now.none')}
            />
          )
        }
        sort={sort ?? { by, direction }}
        onSortChange={setSort}
      />
    </div>
  );
}
