import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Table,
  useReactTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { nameOrder } from '../../../../../src/domain/name-order.ts';
import type { Column, DataTableProps } from './table-types.ts';

const noRows: readonly never[] = [];

/** Our columns, rows, order and selection as the table library wants them. */
export function useTable<Row>(props: DataTableProps<Row>): Table<Row> {
  const { columns, rows = noRows, rowId, sort, onSortChange, selection } = props;
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const definitions = useMemo(() => columns.map(toDefinition<Row>), [columns]);
  const kept: SortingState = sort ? [{ id: sort.by, desc: sort.direction === 'desc' }] : [];
  const sorting = onSortChange ? kept : ownSorting;
  return useReactTable<Row>({
    // The library never changes it; its type forgot to say so.
    data: rows as Row[],
    columns: definitions,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    manualSorting: onSortChange !== undefined,
    enableRowSelection: selection !== undefined,
    sortDescFirst: false,
    state: {
      sorting,
      rowSelection: Object.fromEntries([...(selection?.selected ?? [])].map((id) => [id, true])),
    },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      if (!onSortChange) setOwnSorting(next ? [next] : []);
      else onSortChange(next && { by: next.id, direction: next.desc ? 'desc' : 'asc' });
    },
    onRowSelectionChange: (update) => {
      const before = Object.fromEntries([...(selection?.selected ?? [])].map((id) => [id, true]));
      const after = typeof update === 'function' ? update(before) : update;
      selection?.onChange(new Set(Object.keys(after).filter((id) => after[id])));
    },
  });
}

function toDefinition<Row>(column: Column<Row>): ColumnDef<Row> {
  const { sortBy } = column;
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => sortBy?.(row) ?? undefined,
    cell: ({ row }) => column.cell(row.original),
    enableSorting: sortBy !== undefined || column.isSortable === true,
    sortUndefined: 'last',
    sortingFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
    meta: column,
  };
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return nameOrder.compare(String(one), String(other));
}
