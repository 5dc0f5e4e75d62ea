import type { ReliabilityAnswer } from '../../../../../src/modules/reliability/contract.ts';
import type { FigureName } from '../../../../../src/modules/reliability/figures.ts';
import { BarChart } from '../../../components/ui/bar-chart.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { formatMonth, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { createFigureFormat, figureWords } from '../figure-words.ts';
import { FiguresTable } from './figures-table.tsx';
import { MajorDays } from './major-days.tsx';
import { PartsTable } from './parts-table.tsx';

const headline = ['saidi', 'saifi', 'caidi', 'asai'] as const satisfies readonly FigureName[];

/** The figures of a period: the four that matter, all of them, month by month, and by area. */
export function ReliabilityBody({ answer }: { answer: ReliabilityAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = createFigureFormat(t, language);
  const { total, before, months, parts } = answer;
  const hasPlaces = parts.some(({ area, cell }) => area !== null || cell !== null);
  return (
    <>
      <p className="text-muted text-sm">
        {t('reliability.sample', {
          sites: formatNumber(total.sites, language),
          days: formatNumber(total.observed_site_days, language, 0),
        })}
      </p>
      <StatCards>
        {headline.map((name) => (
          <StatCard
            key={name}
            label={`${figureWords[name].name}: ${t(figureWords[name].says)}`}
            value={format(name, total.figures[name])}
            {...(before && {
              hint: t('reliability.was', { value: format(name, before.figures[name]) }),
            })}
          />
        ))}
      </StatCards>
      <MajorDays total={total} format={format} />
      <FiguresTable total={total} before={before} format={format} />
      <Card className="p-4 sm:p-5">
        <BarChart
          title={t('reliability.months')}
          labelHead={t('reliability.month')}
          valueHead="SAIDI"
          bars={months.map(({ month, saidi, saifi }) => ({
            label: formatMonth(`${month}-15T12:00:00+07:00`, language),
            value: saidi ?? 0,
            detail: saidi === null ? t('state.unobserved.word') : `SAIFI ${format('saifi', saifi)}`,
          }))}
          formatValue={(value) => formatNumber(value, language)}
        />
      </Card>
      {hasPlaces && <PartsTable parts={parts} format={format} />}
    </>
  );
}
