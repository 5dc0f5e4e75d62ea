import type { UseQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { type PagedAnswer, usePagedTable } from '../../../lib/console/use-paged-table.ts';
import type { HistoryOf } from './history-keys.ts';

export interface HistoryProps {
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
export function HistoryTable<Row extends { id: number }>(props: HistoryTableProps<Row>) {
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
export function siteColumn<Row extends { device_id: string | null; site_name: string | null }>(
  t: TFunction,
): Column<Row> {
  return {
    id: 'site',
    header: t('console.column.site'),
    cell: ({ device_id: id, site_name: name }) =>
      id === null ? '-' : <DeviceLink id={id} name={name ?? id} />,
  };
}
