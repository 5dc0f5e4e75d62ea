import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { deviceSorts } from '../../../../../src/domain/devices/device-type.ts';
import { ExportButton, ListTools } from '../../../components/console/list-tools.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { toListParams } from '../../../lib/console/list-params.ts';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { deviceFilters } from '../device-search.ts';
import { DeviceTable } from './device-table.tsx';

const tabWords = {
  all: 'admin_devices.tab.all',
  online: 'admin_devices.tab.online',
  offline: 'admin_devices.tab.offline',
  mains_lost: 'state.mains_lost.word',
  contact_lost: 'state.contact_lost.word',
  untold: 'admin_devices.tab.untold',
  key_ending: 'admin_devices.tab.key_ending',
} as const satisfies Record<(typeof deviceFilters)[number], string>;

export function DevicesPage() {
  const { t } = useTranslation();
  const { q, filter, page, sort, params, isNarrowed, setQuery, setPage, setSort, clear } =
    useConsoleList(deviceFilters, deviceSorts);
  const list = useQuery(devicesQuery(params));
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('console.nav.devices')}
        actions={<ExportButton entity="devices" query={{ q, filter }} />}
      />
      <ListTools
        search={<SearchField label={t('admin_devices.search')} value={q} onChange={setQuery} />}
      />
      <FilterTabs
        label={t('admin_devices.tab.label')}
        value={filter}
        tabs={deviceFilters.map((value) => ({
          value,
          label: t(tabWords[value]),
          count: list.data?.counts[value],
        }))}
      />
      <DeviceTable
        list={list}
        page={page}
        onPageChange={setPage}
        sort={sort}
        onSortChange={setSort}
        empty={
          isNarrowed ? (
            <NothingFound onClear={clear} />
          ) : (
            <EmptyState
              icon={Cpu}
              title={t('admin_devices.empty.title')}
              text={t('admin_devices.empty.text')}
            />
          )
        }
      />
    </div>
  );
}

interface CustomerDevicesProps {
  customerId: number;
  page: number;
  onPageChange: (page: number) => void;
}

/** The devices of one customer. */
export function CustomerDevices({ customerId, page, onPageChange }: CustomerDevicesProps) {
  const { t } = useTranslation();
  const list = useQuery(devicesQuery({ ...toListParams({ page }), customer_id: customerId }));
  return (
    <DeviceTable
      list={list}
      page={page}
      onPageChange={onPageChange}
      hasCustomer={false}
      empty={
        <EmptyState
          icon={Cpu}
          title={t('admin_devices.none_here.title')}
          text={t('admin_devices.none_here.text')}
        />
      }
    />
  );
}
