import { useQuery } from '@tanstack/react-query';
import { Cpu } from 'lucide-react';
import { deviceSorts } from '../../../../../src/domain/devices/device-type.ts';
import { ConsoleList } from '../../../components/console/console-list.tsx';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { toListParams } from '../../../lib/console/list-params.ts';
import { useConsoleList, usePagedTable } from '../../../lib/console/use-console-list.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { deviceFilters } from '../device-search.ts';
import { useDeviceColumns } from './device-table.tsx';

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
  const at = useConsoleList(deviceFilters, deviceSorts);
  const { q, filter, params } = at;
  const list = useQuery(devicesQuery(params));
  const { columns, dialogs } = useDeviceColumns({ hasCustomer: true, isSortable: true });
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('console.nav.devices')}
        actions={<ExportButton entity="devices" query={{ q, filter }} />}
      />
      <ConsoleList
        label={t('console.nav.devices')}
        at={at}
        list={list}
        search={t('admin_devices.search')}
        tabs={{
          label: t('admin_devices.tab.label'),
          filters: deviceFilters,
          wordOf: (one) => t(tabWords[one]),
          counts: list.data?.counts,
        }}
        columns={columns}
        rowId={({ device_id: id }) => id}
        empty={{
          icon: Cpu,
          title: t('admin_devices.empty.title'),
          text: t('admin_devices.empty.text'),
        }}
      />
      {dialogs}
    </div>
  );
}

interface CustomerDevicesProps {
  customerId: number;
  page: number;
  onPageChange: (page: number) => void;
}

/** The devices of one customer, those in trouble first. */
export function CustomerDevices({ customerId, page, onPageChange }: CustomerDevicesProps) {
  const { t } = useTranslation();
  // Whoever looks at a customer looks for what is wrong there.
  const urgentFirst = toListParams({ page, sort: 'urgency', direction: 'asc' });
  const list = useQuery(devicesQuery({ ...urgentFirst, customer_id: customerId }));
  const { columns, dialogs } = useDeviceColumns({ hasCustomer: false, isSortable: false });
  const paged = usePagedTable(list, page, onPageChange);
  return (
    <>
      <DataTable
        label={t('console.nav.devices')}
        columns={columns}
        {...paged}
        rowId={({ device_id: id }) => id}
        empty={
          <EmptyState
            icon={Cpu}
            title={t('admin_devices.none_here.title')}
            text={t('admin_devices.none_here.text')}
          />
        }
      />
      {dialogs}
    </>
  );
}
