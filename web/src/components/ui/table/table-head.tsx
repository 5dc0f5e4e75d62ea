import type { Header, Table } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../checkbox.tsx';
import type { Column } from './table-types.ts';

interface TableHeadProps<Row> {
  table: Table<Row>;
  columns: readonly Column<Row>[];
  isSelectable: boolean;
}

/** Stays at the top while the page scrolls; `--sticky-top` says below what. */
export function TableHead<Row>({ table, columns, isSelectable }: TableHeadProps<Row>) {
  const { t } = useTranslation();
  return (
    <thead className="hidden in-table:table-header-group">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {isSelectable && (
            <th scope="col" className={classNames(headClasses, 'w-10 pl-4')}>
              <Checkbox
                label={t('ui.table.select_all')}
                isChecked={table.getIsAllRowsSelected()}
                isPartly={table.getIsSomeRowsSelected()}
                onChange={(isChecked) => table.toggleAllRowsSelected(isChecked)}
              />
            </th>
          )}
          {group.headers.map((header, index) => (
            <HeadCell key={header.id} header={header} column={columns[index]} />
          ))}
        </tr>
      ))}
    </thead>
  );
}

const headClasses =
  'sticky top-(--sticky-top,0px) z-10 border-line border-b bg-surface px-3 py-1 first:pl-4 last:pr-4 text-left align-middle font-semibold text-muted text-xs';

interface HeadCellProps<Row> {
  header: Header<Row, unknown>;
  column: Column<Row> | undefined;
}

function HeadCell<Row>({ header, column }: HeadCellProps<Row>) {
  const order = header.column.getIsSorted();
  const isSortable = header.column.getCanSort();
  const Icon = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      {...(isSortable && { 'aria-sort': ariaSort(order) })}
      className={classNames(headClasses, column?.align === 'end' && 'text-right')}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={header.column.getToggleSortingHandler()}
          className="group -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 transition hover:text-text"
        >
          {column?.header}
          <Icon
            aria-hidden="true"
            className={classNames(
              'size-3.5',
              order === false && 'opacity-40 group-hover:opacity-100',
            )}
          />
        </button>
      ) : (
        <span
          className={column?.role === 'actions' ? 'sr-only' : 'inline-flex min-h-9 items-center'}
        >
          {column?.header}
        </span>
      )}
    </th>
  );
}

function ariaSort(order: false | 'asc' | 'desc') {
  if (order === false) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}
