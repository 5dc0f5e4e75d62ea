import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { mostOutages } from '../report-facts.ts';
import { createReportWords } from '../report-words.ts';
import type { Outage } from '../sort-outages.ts';
import { createOutageColumns } from './outage-columns.tsx';
import { PaperPart } from './paper-part.tsx';

/** All outages of the report, in the columns of the page. */
export function PaperHistory({ outages }: { outages: readonly Outage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = createOutageColumns(t, language, createReportWords(t, language));
  return (
    <PaperPart title={t('report.history.title')}>
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" className="border-text border-b py-1 pr-3 text-left">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outages.map((outage) => (
            <tr key={outage.outage_id} className="border-line border-b align-top">
              {columns.map(({ id, cell }) => (
                <td key={id} className="py-1 pr-3">
                  {cell(outage)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {outages.length === mostOutages && (
        <p className="mt-2 text-muted text-xs">
          {t('report.history.newest', { shown: formatNumber(mostOutages, language) })}
        </p>
      )}
    </PaperPart>
  );
}
