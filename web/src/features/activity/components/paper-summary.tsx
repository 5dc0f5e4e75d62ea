import { useTranslation } from 'react-i18next';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import type { Figure } from '../report-words.ts';
import { useReportWords } from '../use-report-words.ts';
import { FigureText } from './figure-text.tsx';
import { PaperPart } from './paper-part.tsx';
import { PlannedSums } from './planned-sums.tsx';

/** The figures of the cards, in a row. */
export function PaperSummary({
  report: { summary, by_planned: planned },
}: {
  report: ReportAnswer;
}) {
  const { t } = useTranslation();
  const words = useReportWords();
  const figures: { term: string; figure: Figure; long?: string }[] = [
    { term: t('report.count.label'), figure: words.count(summary.total_outages) },
    {
      term: t('report.total.label'),
      figure: words.hours(summary.total_duration_hours),
      long: words.lasting(summary.total_duration_hours * 60),
    },
    {
      term: t('report.average.label'),
      figure: words.minutes(summary.avg_duration_minutes),
      long: words.lasting(summary.avg_duration_minutes),
    },
    {
      term: t('report.longest.label'),
      figure: words.hours(summary.longest_outage_hours),
      long: words.lasting(summary.longest_outage_hours * 60),
    },
    {
      term: t('report.availability.label'),
      figure: { number: words.percent(summary.availability_percent), unit: '' },
    },
  ];
  return (
    <PaperPart title={t('report.paper.summary')}>
      <dl className="grid grid-cols-5 divide-x divide-line border border-line">
        {figures.map(({ term, figure, long }) => (
          <div key={term} className="px-3 py-2">
            <dt className="text-muted text-xs">{term}</dt>
            <dd className="font-semibold text-lg tabular-nums">
              {long ?? <FigureText figure={figure} />}
            </dd>
            {long !== undefined && (
              <dd className="text-muted text-xs tabular-nums">
                {figure.number} {figure.unit}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <PlannedSums planned={planned} />
    </PaperPart>
  );
}
