import type { Table } from '@tanstack/react-table';
import { useTranslation } from '../../../lib/i18n.ts';
import { SelectField } from '../select-field.tsx';
import type { Column } from './table-types.ts';

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
