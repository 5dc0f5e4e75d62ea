import { Clock, Divide, Hourglass, type LucideIcon, ZapOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useReportWords } from '../use-report-words.ts';
import { FigureText } from './figure-text.tsx';

interface ReportSummaryProps {
  summary: ReportAnswer['summary'] | undefined;
  /** How many sites the sums are of. */
  sites: number;
}

/** Count, total, average and longest. Undefined while they are asked for. */
export function ReportSummary({ summary, sites }: ReportSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const { open_outages: open = 0 } = summary ?? {};
  const openWords = t('report.count.open', { count: open, number: formatNumber(open, language) });
  const cards: {
    id: string;
    label: string;
    icon: LucideIcon;
    value?: ReactNode;
    hint?: string | undefined;
  }[] = [
    {
      id: 'count',
      label: t('report.count.label'),
      icon: ZapOff,
      value: summary && <FigureText figure={words.count(summary.total_outages)} />,
      hint: open > 0 ? openWords : undefined,
    },
    {
      id: 'total',
      label: sites > 1 ? t('report.total.of', { count: sites }) : t('report.total.label'),
      icon: Clock,
      value: summary && words.duration(summary.total_duration_hours * 60),
    },
    {
      id: 'average',
      label: t('report.average.label'),
      icon: Divide,
      value: summary && words.duration(summary.avg_duration_minutes),
    },
    {
      id: 'longest',
      label: t('report.longest.label'),
      icon: Hourglass,
      value: summary && words.duration(summary.longest_outage_hours * 60),
    },
  ];
  return (
    <StatCards>
      {cards.map(({ id, label, icon, value, hint }) => (
        <StatCard
          key={id}
          label={label}
          icon={icon}
          {...(id === 'count' && open > 0 && { tone: 'bad' as const })}
          value={value}
          {...(hint !== undefined && { hint })}
        />
      ))}
    </StatCards>
  );
}
