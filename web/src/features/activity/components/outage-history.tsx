import { useMemo, useState } from 'react';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Sort } from '../../../components/ui/table/table-types.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { mostOutages } from '../report-facts.ts';
import { createReportWords } from '../report-words.ts';
import { type Outage, sortOutages } from '../sort-outages.ts';
import { createOutageColumns } from './outage-columns.tsx';

const rowsPerPage = 10;

/** Outages one by one. */
export function OutageHistory({ outages }: { outages: readonly Outage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [sort, setSort] = useState<Sort>();
  const [wantedPage, setPage] = useState(1);
  const columns = useMemo(
    () => createOutageColumns(t, language, createReportWords(t, language)),
    [t, language],
  );
  // Live data may have fewer pages than before.
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(outages.length / rowsPerPage)));
  const rows = useMemo(() => {
    const first = (page - 1) * rowsPerPage;
    return sortOutages(outages, sort).slice(first, first + rowsPerPage);
  }, [outages, sort, page]);
  return (
    <section aria-labelledby="report-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="report-history" className="font-semibold">
          {t('report.history.title')}
        </h3>
        {outages.length === mostOutages && (
          <p className="text-muted text-xs">
            {t('report.history.newest', { shown: formatNumber(mostOutages, language) })}
          </p>
        )}
      </div>
      <DataTable
        label={t('report.history.title')}
        columns={columns}
        rows={rows}
        rowId={({ outage_id: id }) => String(id)}
        empty={null}
        sort={sort}
        onSortChange={(next) => {
          setSort(next);
          setPage(1);
        }}
        pager={{ page, limit: rowsPerPage, total: outages.length, onPageChange: setPage }}
      />
    </section>
  );
}
