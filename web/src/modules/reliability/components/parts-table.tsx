import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReliabilityAnswer } from '../../../../../src/modules/reliability/contract.ts';
import type { FigureName } from '../../../../../src/modules/reliability/figures.ts';
import { linkClasses } from '../../../components/console/links.tsx';
import { useAreaName } from '../../../components/place/area-names.ts';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type FigureFormat, figureWords } from '../figure-words.ts';

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
