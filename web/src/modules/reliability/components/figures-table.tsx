import { useMemo } from 'react';
import type { ReliabilityAnswer } from '../../../../../src/modules/reliability/contract.ts';
import { type FigureName, figureNames } from '../../../../../src/modules/reliability/figures.ts';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type FigureFormat, figureWords } from '../figure-words.ts';

interface FiguresTableProps {
  total: ReliabilityAnswer['total'];
  before: ReliabilityAnswer['before'];
  format: FigureFormat;
}

/** Every figure, how sure it is, and what it was before. */
export function FiguresTable({ total, before, format }: FiguresTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = useMemo(() => [...figureNames], []);
  const day = (date: string) => formatDate(`${date}T12:00:00+07:00`, language);
  const { intervals, without_major_event_days: without } = total;
  const columns: Column<FigureName>[] = [
    {
      id: 'figure',
      header: t('reliability.column.figure'),
      role: 'title',
      cell: (name) => (
        <>
          <span className="font-semibold">{figureWords[name].name}</span>{' '}
          <span className="text-muted">{t(figureWords[name].says)}</span>
        </>
      ),
    },
    {
      id: 'value',
      header: t('reliability.column.value'),
      align: 'end',
      isFixed: true,
      cell: (name) => format(name, total.figures[name]),
    },
    ...(intervals === null
      ? []
      : [
          {
            id: 'interval',
            header: t('reliability.column.interval'),
            align: 'end' as const,
            isFixed: true,
            cell: (name: FigureName) => {
              const interval = intervals[name];
              return interval ? `${format(name, interval[0])} – ${format(name, interval[1])}` : '–';
            },
          },
        ]),
    ...(without === null
      ? []
      : [
          {
            id: 'without',
            header: t('reliability.column.without'),
            align: 'end' as const,
            isFixed: true,
            cell: (name: FigureName) => format(name, without[name]),
          },
        ]),
    ...(before === null
      ? []
      : [
          {
            id: 'before',
            header: t('reliability.column.before'),
            align: 'end' as const,
            isFixed: true,
            cell: (name: FigureName) => format(name, before.figures[name]),
          },
        ]),
  ];
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('reliability.all')}</h2>
      <DataTable
        label={t('reliability.all')}
        columns={columns}
        rows={rows}
        rowId={(name) => name}
        empty={null}
      />
      <p className="text-muted text-xs">
        {t('reliability.days', { from: day(total.first_date), to: day(total.last_date) })}{' '}
        {before !== null &&
          t('reliability.days_before', {
            from: day(before.first_date),
            to: day(before.last_date),
          })}{' '}
        {intervals === null && t('reliability.no_interval')}
      </p>
    </section>
  );
}
