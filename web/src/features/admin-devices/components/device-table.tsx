import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useMay } from '../../../lib/console/use-may.ts';
import { usePager } from '../../../lib/console/use-pager.ts';
import type { DevicesAnswer } from '../api/list-devices.ts';
import { makeDeviceColumns } from './device-columns.tsx';
import { useDeviceDialogs } from './use-device-dialogs.tsx';

interface DeviceTableProps {
  list: UseQueryResult<DevicesAnswer>;
  page: number;
  onPageChange: (page: number) => void;
  empty: ReactNode;
  /** Not where all of them are one customer's. */
  hasCustomer?: boolean;
}

export function DeviceTable(props: DeviceTableProps) {
  const { list, page, onPageChange, empty, hasCustomer = true } = props;
  const { t } = useTranslation();
  const pager = usePager(list.data, page, onPageChange);
  const { open, dialogs } = useDeviceDialogs();
  const mayChange = useMay('support');
  const columns = useMemo(
    () => makeDeviceColumns({ t, hasCustomer, onAction: mayChange ? open : undefined }),
    [t, hasCustomer, open, mayChange],
  );
  return (
    <>
      <DataTable
        label={t('console.nav.devices')}
        columns={columns}
        rows={list.data?.data}
        rowId={({ device_id: id }) => id}
        empty={empty}
        error={list.error}
        onRetry={() => void list.refetch()}
        isStale={list.isPlaceholderData}
        pager={pager}
      />
      {dialogs}
    </>
  );
}
