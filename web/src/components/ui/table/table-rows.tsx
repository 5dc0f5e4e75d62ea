import { flexRender, type Header, type Table, type Row as TableRow } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { MouseEvent } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { SelectField } from '../select-field.tsx';
import { Skeleton } from '../skeleton.tsx';
import { type Column, type Matching, roles, type Selection } from './table-types.ts';

const rowClasses =
  'relative block px-4 py-3 transition-colors in-table:table-row in-table:p-0 in-table:hover:bg-raised/60';

/** A cell: in a card a line with its heading, in the table a cell. */
function cellClasses<Row>(
  { align, role, isMinor = false, className }: Column<Row>,
  isSelectable: boolean,
): string {
  return classNames(
    'in-table:table-cell in-table:px-3 in-table:py-2.5 in-table:first:pl-4 in-table:last:pr-4 in-table:align-middle in-table:text-sm',
    align === 'end' && 'in-table:text-right in-table:tabular-nums',
    isMinor && 'hidden',
    role === undefined && !isMinor && 'flex items-baseline justify-between gap-x-6 py-1 text-sm',
    role === 'title' && 'block pb-1.5 font-semibold in-table:font-normal',
    role === 'title' && isSelectable && 'pl-10 in-table:pl-3',
    role === 'actions' && 'block pt-2 in-table:w-px in-table:whitespace-nowrap in-table:pt-2.5',
    className,
  );
}

/** In a card a value stands at the right, opposite its heading. */
function contentClasses<Row>({ align, role, isName, isFixed }: Column<Row>): string {
  return classNames(
    'min-w-0',
    isName === true ? 'wrap-anywhere in-table:min-w-32' : 'break-words',
    isFixed === true && 'whitespace-nowrap',
    role === undefined && 'text-right',
    role === undefined && align !== 'end' && 'in-table:text-left',
    role === 'actions' && 'flex flex-wrap justify-end gap-1 in-table:flex-nowrap',
  );
}

const controls = 'a, button, input, label, select, textarea, [role=checkbox], [role=menu]';

/**
 * A click beside everything in a row opens what its title leads to; for the keyboard and for screen readers
 * that is the link or button itself.
 */
function openTitle(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row } = event;
  // What is shown in a layer of its own bubbles up to here, too.
  if (!(target instanceof Element) || !row.contains(target)) return;
  const isSelecting = getSelection()?.isCollapsed === false;
  if (target.closest(controls) !== null || isSelecting) return;
  const opener = row.querySelector<HTMLElement>('[data-role=title] :is(a, button)');
  if (opener instanceof HTMLAnchorElement && (event.ctrlKey || event.metaKey)) {
    open(opener.href, '_blank', 'noopener');
  } else opener?.click();
}

interface DataRowProps<Row> {
  row: TableRow<Row>;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
}

export function DataRow<Row>({ row, columns, selection }: DataRowProps<Row>) {
  const { t } = useTranslation();
  return (
    <tr
      {...roles.row}
      {...(selection && { 'aria-selected': row.getIsSelected() })}
      onClick={openTitle}
      className={classNames(
        rowClasses,
        'has-[>[data-role=title]_:is(a,button)]:cursor-pointer',
        row.getIsSelected() && 'bg-raised',
      )}
    >
      {selection && (
        <td
          {...roles.cell}
          className="absolute top-3.5 left-4 in-table:static in-table:table-cell in-table:w-10 in-table:pl-4 in-table:align-middle"
        >
          <Checkbox
            label={t('ui.table.select_row', { name: selection.nameOf(row.original) })}
            isChecked={row.getIsSelected()}
            onChange={(isChecked) => row.toggleSelected(isChecked)}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell, index) => {
        const column = columns[index];
        if (!column) return null;
        return (
          <td
            key={cell.id}
            {...roles.cell}
            data-role={column.role}
            className={cellClasses(column, selection !== undefined)}
          >
            {column.role === undefined && (
              <span aria-hidden="true" className="shrink-0 text-muted in-table:hidden">
                {column.header}
              </span>
            )}
            <div className={contentClasses(column)}>
              {flexRender(cell.column.columnDef.cell, cell.getContext())}
            </div>
          </td>
        );
      })}
    </tr>
  );
}

/** Rows that will come, as many as a first look shows. */
export function SkeletonRows<Row>({
  columns,
  isSelectable,
}: {
  columns: readonly Column<Row>[];
  isSelectable: boolean;
}) {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row} className={rowClasses}>
      {isSelectable && <td className="hidden in-table:table-cell" />}
      {columns.map((column, index) => (
        <td key={column.id} className={cellClasses(column, false)}>
          <Skeleton
            className={(row + index) % 3 === 0 ? 'w-16' : (row + index) % 3 === 1 ? 'w-24' : 'w-32'}
          />
        </td>
      ))}
    </tr>
  ));
}

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

interface SortSelectProps<Row> {
  table: Table<Row>;
  columns: readonly Column<Row>[];
}

const words = {
  time: ['ui.table.oldest_first', 'ui.table.latest_first'],
  other: ['ui.table.ascending', 'ui.table.descending'],
} as const;

/** The order of cards, which have no heads to click. */
export function SortSelect<Row>({ table, columns }: SortSelectProps<Row>) {
  const { t } = useTranslation();
  const sortable = columns.filter(({ id }) => table.getColumn(id)?.getCanSort());
  if (sortable.length === 0) return null;
  const [sorted] = table.getState().sorting;
  const options = sortable.flatMap(({ id, header: column, isTime = false }) => {
    const [asc, desc] = words[isTime ? 'time' : 'other'];
    return [
      { value: `${id} asc`, label: t(asc, { column }) },
      { value: `${id} desc`, label: t(desc, { column }) },
    ];
  });
  return (
    <SelectField
      label={t('ui.table.sort')}
      isLabelHidden
      className="min-w-44 flex-1"
      options={[{ value: '', label: t('ui.table.sort_default') }, ...options]}
      value={sorted ? `${sorted.id} ${sorted.desc ? 'desc' : 'asc'}` : ''}
      onChange={(chosen) => {
        const [id, direction] = chosen.split(' ');
        table.setSorting(id ? [{ id, desc: direction === 'desc' }] : []);
      }}
    />
  );
}

interface SelectMatchingProps extends Matching {
  selected: number;
  onClear: () => void;
}

/** Once a whole page is ticked: the way to all that match, on every page, and back. */
export function SelectMatching({ total, most, ...props }: SelectMatchingProps) {
  const { selected, isBusy, onSelect, onClear } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const say = (count: number) => ({ count, number: formatNumber(count, language) });
  const reachable = Math.min(total, most);
  const isAll = selected >= reachable;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-raised px-4 py-1.5 text-sm print:hidden">
      <p role="status">
        {t(isAll ? 'ui.table.matching_selected' : 'ui.table.selected', say(selected))}
      </p>
      {isAll ? (
        <Button look="ghost" size="small" onClick={onClear}>
          {t('ui.table.clear')}
        </Button>
      ) : (
        <Button look="ghost" size="small" isBusy={isBusy} onClick={onSelect}>
          {t(total > most ? 'ui.table.select_first' : 'ui.table.select_matching', say(reachable))}
        </Button>
      )}
    </div>
  );
}
