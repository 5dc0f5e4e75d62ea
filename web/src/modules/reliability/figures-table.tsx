import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { ReliabilityAnswer } from '../../../../src/modules/reliability/contract.ts';
import { type FigureName, figureNames } from '../../../../src/modules/reliability/figures.ts';
import { leastEventDays } from '../../../../src/modules/reliability/major-event-days.ts';
import { linkClasses } from '../../components/console/links.tsx';
import { useAreaName } from '../../components/place/area-names.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';

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

type Part = ReliabilityAnswer['parts'][number];

const shown = ['saidi', 'saifi', 'caidi', 'asai'] as const satisfies readonly FigureName[];

/** The parts of an area beside each other; each leads to its own page. */
export function PartsTable({ parts, format }: { parts: Part[]; format: FigureFormat }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = useMemo(
    (): Column<Part>[] => [
      {
        id: 'area',
        header: t('place.area'),
        role: 'title',
        isName: true,
        cell: (part) => <PartName {...part} />,
      },
      {
        id: 'sites',
        header: t('reliability.column.sites'),
        align: 'end',
        sortBy: ({ sites }) => sites,
        cell: ({ sites }) => formatNumber(sites, language),
      },
      ...shown.map(
        (name): Column<Part> => ({
          id: name,
          header: figureWords[name].name,
          align: 'end',
          isFixed: true,
          sortBy: ({ figures }) => figures[name],
          cell: ({ figures }) => format(name, figures[name]),
        }),
      ),
    ],
    [t, language, format],
  );
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('reliability.by_area')}</h2>
      <DataTable
        label={t('reliability.by_area')}
        columns={columns}
        rows={parts}
        rowId={({ area, cell }) => `${area}\n${cell}`}
        empty={null}
      />
    </section>
  );
}

function PartName({ area, cell }: Pick<Part, 'area' | 'cell'>) {
  const { t } = useTranslation();
  const name = useAreaName(area);
  if (area === null) return cell ?? <span className="text-muted">{t('reliability.no_place')}</span>;
  return (
    <Link to="." search={(previous: object) => ({ ...previous, area })} className={linkClasses}>
      {name}
    </Link>
  );
}

interface MajorDaysProps {
  total: ReliabilityAnswer['total'];
  format: FigureFormat;
}

/** Which days were out of the ordinary, or why that cannot be told. */
export function MajorDays({ total: { major_event_days: found }, format }: MajorDaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!found.is_applied) {
    return (
      <p className="text-muted text-sm">
        {t('reliability.major.too_few', {
          days: formatNumber(found.event_days, language),
          least: formatNumber(leastEventDays, language),
        })}
      </p>
    );
  }
  const threshold = format('saidi', found.threshold);
  if (found.days.length === 0) {
    return <p className="text-muted text-sm">{t('reliability.major.none', { threshold })}</p>;
  }
  const day = ({ date, saidi }: (typeof found.days)[number]) =>
    `${formatDate(`${date}T12:00:00+07:00`, language)} (${format('saidi', saidi)})`;
  return (
    <Notice kind="info" title={t('reliability.major.title')}>
      {t('reliability.major.days', { threshold, days: found.days.map(day).join(', ') })}
    </Notice>
  );
}

type Unit = 'minutes' | 'times' | 'percent';

/** What each figure is called, what it says, and its unit. */
export const figureWords = {
  saidi: { name: 'SAIDI', says: 'reliability.says.saidi', unit: 'minutes' },
  saifi: { name: 'SAIFI', says: 'reliability.says.saifi', unit: 'times' },
  caidi: { name: 'CAIDI', says: 'reliability.says.caidi', unit: 'minutes' },
  asai: { name: 'ASAI', says: 'reliability.says.asai', unit: 'percent' },
  maifi: { name: 'MAIFI', says: 'reliability.says.maifi', unit: 'times' },
  cemi_3: { name: 'CEMI-3', says: 'reliability.says.cemi_3', unit: 'percent' },
  cemi_6: { name: 'CEMI-6', says: 'reliability.says.cemi_6', unit: 'percent' },
  celid_4h: { name: 'CELID-s 4', says: 'reliability.says.celid_4h', unit: 'percent' },
  celid_8h: { name: 'CELID-s 8', says: 'reliability.says.celid_8h', unit: 'percent' },
  celid_total_12h: {
    name: 'CELID-t 12',
    says: 'reliability.says.celid_total_12h',
    unit: 'percent',
  },
  planned_saidi: { name: 'SAIDI', says: 'reliability.says.planned_saidi', unit: 'minutes' },
  planned_saifi: { name: 'SAIFI', says: 'reliability.says.planned_saifi', unit: 'times' },
} as const satisfies Record<FigureName, { name: string; says: string; unit: Unit }>;

/** `127.5 min`, `1.25`, `99.131%`; nothing where a figure has no value. */
export function createFigureFormat(t: TFunction, language: Language) {
  return (name: FigureName, value: number | null | undefined): string => {
    if (value === null || value === undefined) return '–';
    switch (figureWords[name].unit) {
      case 'minutes':
        return t('reliability.minutes', { value: formatNumber(value, language, 1) });
      case 'times':
        return formatNumber(value, language, 2);
      case 'percent':
        return `${formatNumber(value, language, name === 'asai' ? 4 : 1)}%`;
    }
  };
}

type FigureFormat = ReturnType<typeof createFigureFormat>;
