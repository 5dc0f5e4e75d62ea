import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Sort } from '../../../components/ui/table/table-types.ts';
import type { DevicesAnswer } from '../../../lib/console/devices-query.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { usePagedTable } from '../../../lib/console/use-paged-table.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeDeviceColumns } from './device-columns.tsx';
import { useDeviceDialogs } from './use-device-dialogs.tsx';

interface DeviceTableProps {
  list: UseQueryResult<DevicesAnswer>;
  page: number;
  onPageChange: (page: number) => void;
  empty: ReactNode;
  /** False where all rows belong to one customer. */
  hasCustomer?: boolean;
  /** If given, the column heads sort the list, in the address. */
  sort?: Sort | undefined;
  onSortChange?: (sort: Sort | undefined) => void;
}

export function DeviceTable(props: DeviceTableProps) {
  const { list, page, onPageChange, empty, hasCustomer = true, sort, onSortChange } = props;
  const { t } = useTranslation();
  const paged = usePagedTable(list, page, onPageChange);
  const { open, dialogs } = useDeviceDialogs();
  const mayChange = useMay('support');
  const columns = useMemo(
    () =>
      makeDeviceColumns({
        t,
        hasCustomer,
        isSortable: onSortChange !== undefined,
        onAction: mayChange ? open : undefined,
      }),
    [t, hasCustomer, onSortChange, open, mayChange],
  );
  return (
    <>
      <DataTable
        label={t('console.nav.devices')}
        columns={columns}
        {...paged}
        rowId={({ device_id: id }) => id}
        empty={empty}
        {...(onSortChange && { sort, onSortChange })}
      />
      {dialogs}
    </>
  );
}
