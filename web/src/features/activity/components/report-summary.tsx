import { Clock, Divide, Hourglass, ZapOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useReportWords } from '../use-report-words.ts';
import { FigureText } from './figure-text.tsx';

/** Count, total, average and longest. Undefined while they are asked for. */
export function ReportSummary({ summary }: { summary: ReportAnswer['summary'] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const { open_outages: open = 0, total_outages: total = 0 } = summary ?? {};
  const ended = total > 0 ? t('report.count.all_over') : undefined;
  const openWords = t('report.count.open', { count: open, number: formatNumber(open, language) });
  const inWords = (minutes: number | undefined) =>
    minutes === undefined || minutes === 0 ? undefined : words.duration(minutes);
  const cards = [
    {
      id: 'count',
      label: t('report.count.label'),
      icon: ZapOff,
      figure: summary && words.count(summary.total_outages),
      hint: open > 0 ? openWords : ended,
    },
    {
      id: 'total',
      label: t('report.total.label'),
      icon: Clock,
      figure: summary && words.hours(summary.total_duration_hours),
      hint: inWords(summary && summary.total_duration_hours * 60),
    },
    {
      id: 'average',
      label: t('report.average.label'),
      icon: Divide,
      figure: summary && words.minutes(summary.avg_duration_minutes),
      hint: inWords(summary?.avg_duration_minutes),
    },
    {
      id: 'longest',
      label: t('report.longest.label'),
      icon: Hourglass,
      figure: summary && words.hours(summary.longest_outage_hours),
      hint: inWords(summary && summary.longest_outage_hours * 60),
    },
  ];
  return (
    <StatCards>
      {cards.map(({ id, label, icon, figure, hint }) => (
        <StatCard
          key={id}
          label={label}
          icon={icon}
          {...(id === 'count' && open > 0 && { tone: 'bad' as const })}
          value={figure && <FigureText figure={figure} />}
          {...(hint !== undefined && { hint })}
        />
      ))}
    </StatCards>
  );
}
