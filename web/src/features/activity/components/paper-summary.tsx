import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { lostPerSite } from '../../../../../src/domain/fleet/lost-per-site.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Figure } from '../report-words.ts';
import { useReportWords } from '../use-report-words.ts';
import { FigureText } from './figure-text.tsx';
import { PaperPart } from './paper-part.tsx';
import { PlannedSums } from './planned-sums.tsx';

/** The figures of the cards, in a row. */
export function PaperSummary({ report }: { report: ReportAnswer }) {
  const { summary, by_planned: planned, by_device: devices } = report;
  const sites = devices.length;
  const lost = lostPerSite(report);
  const { t } = useTranslation();
  const words = useReportWords();
  const figures: { term: string; figure: Figure; long?: string }[] = [
    { term: t('report.count.label'), figure: words.count(summary.total_outages) },
    {
      term: sites > 1 ? t('report.total.of', { count: sites }) : t('report.total.label'),
      figure: words.hours(summary.total_duration_hours),
      long: words.duration(summary.total_duration_hours * 60),
    },
    {
      term: t('report.average.label'),
      figure: words.minutes(summary.avg_duration_minutes),
      long: words.duration(summary.avg_duration_minutes),
    },
    {
      term: t('report.longest.label'),
      figure: words.hours(summary.longest_outage_hours),
      long: words.duration(summary.longest_outage_hours * 60),
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
      {(sites > 1 || lost.uncertainMinutes > 0) && (
        <p className="mt-2 text-xs">
          {t(sites > 1 ? 'report.without_power.per_site' : 'report.without_power.one')}:{' '}
          {words.duration(lost.minutes)}
          {lost.uncertainMinutes > 0 &&
            `, ${t('report.without_power.uncertain', { duration: words.duration(lost.uncertainMinutes) })}`}
        </p>
      )}
      <PlannedSums planned={planned} />
    </PaperPart>
  );
}
