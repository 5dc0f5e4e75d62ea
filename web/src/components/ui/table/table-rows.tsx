import { flexRender, type Row as TableRow } from '@tanstack/react-table';
import type { MouseEvent } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../checkbox.tsx';
import { Skeleton } from '../skeleton.tsx';
import { roles } from './roles.ts';
import type { Column, Selection } from './table-types.ts';

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
