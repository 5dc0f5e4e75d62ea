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
import { classNames } from '../../../lib/class-names.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { CheckboxField } from '../checkbox.tsx';
import { ErrorState } from '../error-state.tsx';
import { Notice } from '../notice.tsx';
import { type PagerState, Pagination } from '../pagination.tsx';
import { DataRow, SelectMatching, SkeletonRows, SortSelect, TableHead } from './table-rows.tsx';
import { type Column, type DataTableProps, roles } from './table-types.ts';

/**
 * A list: sorted by its heads, selected by its boxes, paged by its caller. Where there is no room for
 * columns, each row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, empty, error, onRetry, isStale = false, selection } = props;
  const { t } = useTranslation();
  const table = useTable(props);
  const { shown, pager = props.pager } = usePages(table.getRowModel().rows, props.rowsPerPage);
  const selected = selection?.selected;
  // The rows do not change while the next page or answer is loading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a row is called changes only with the columns
  const dataRows = useMemo(
    () =>
      shown.map((row) => (
        <DataRow key={row.id} row={row} columns={columns} selection={selection} />
      )),
    [shown, columns, selected],
  );
  const hasFailed = error !== undefined && error !== null;
  if (hasFailed && rows === undefined) {
    return (
      <Frame>
        <ErrorState error={error} title={t('ui.table.error')} onRetry={() => onRetry?.()} />
      </Frame>
    );
  }
  if (rows?.length === 0) return <Frame>{empty}</Frame>;
  return (
    <div
      data-columns={props.isWide ? 'many' : 'few'}
      className="@container flex min-w-0 flex-col gap-3"
    >
      {hasFailed && (
        <Notice
          kind="warning"
          title={t('ui.table.error')}
          action={
            onRetry && (
              <Button look="secondary" size="small" onClick={onRetry}>
                {t('ui.retry')}
              </Button>
            )
          }
        >
          {describeError(error, t)}
        </Notice>
      )}
      {/* One row has no order, and its own box ticks all there is. */}
      {(rows === undefined || Math.max(rows.length, pager?.total ?? 0) > 1) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden in-table:hidden print:hidden">
          {selection && (
            <CheckboxField
              label={t('ui.table.select_all')}
              isChecked={table.getIsAllRowsSelected()}
              onChange={(isChecked) => table.toggleAllRowsSelected(isChecked)}
            />
          )}
          <SortSelect table={table} columns={columns} />
        </div>
      )}
      {selection?.matching &&
        table.getIsAllRowsSelected() &&
        selection.matching.total > shown.length && (
          <SelectMatching
            {...selection.matching}
            selected={selection.selected.size}
            onClear={() => selection.onChange(new Set())}
          />
        )}
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <table
          {...roles.table}
          aria-busy={rows === undefined || isStale}
          className={classNames(
            'block w-full border-collapse transition-opacity in-table:table',
            isStale && 'opacity-60',
          )}
        >
          <caption className="sr-only">{label}</caption>
          <TableHead table={table} columns={columns} isSelectable={selection !== undefined} />
          <tbody className="block divide-y divide-line in-table:table-row-group">
            {rows === undefined ? (
              <SkeletonRows columns={columns} isSelectable={selection !== undefined} />
            ) : (
              dataRows
            )}
          </tbody>
        </table>
      </div>
      {pager && <Pagination {...pager} />}
    </div>
  );
}

/** A page of rows that are all at hand; every row where there is no limit. */
function usePages<Item>(
  rows: readonly Item[],
  limit: number | undefined,
): { shown: readonly Item[]; pager?: PagerState } {
  const [wanted, setPage] = useState(1);
  // There may be fewer rows than before.
  const page = limit === undefined ? 1 : Math.min(wanted, Math.ceil(rows.length / limit) || 1);
  const shown = useMemo(
    () => (limit === undefined ? rows : rows.slice((page - 1) * limit, page * limit)),
    [rows, limit, page],
  );
  if (limit === undefined || rows.length <= limit) return { shown };
  return { shown, pager: { page, limit, total: rows.length, onPageChange: setPage } };
}

function Frame({ children }: { children: React.ReactNode }) {
  return <div className="rounded-lg border border-line bg-surface">{children}</div>;
}

const noRows: readonly never[] = [];

/** Our columns, rows, order and selection as the table library wants them. */
function useTable<Row>(props: DataTableProps<Row>): Table<Row> {
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
