import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { plannedWords } from '../cause-words.ts';
import { useReportWords } from '../use-report-words.ts';

/** How much of the outages was planned; nothing where none was. */
export function PlannedSums({ planned }: { planned: ReportAnswer['by_planned'] }) {
  const { t } = useTranslation();
  const words = useReportWords();
  if (planned.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <dt className="text-muted">{t('report.planned')}</dt>
      {planned.map(({ planned: kind, count, duration }) => (
        <dd key={kind} className="tabular-nums">
          {t(plannedWords[kind])}: {words.outages(count)} · {words.duration(duration)}
        </dd>
      ))}
    </dl>
  );
}
