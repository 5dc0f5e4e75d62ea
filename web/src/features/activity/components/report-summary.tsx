import {
  CalendarClock,
  Clock,
  Divide,
  Hourglass,
  type LucideIcon,
  ShieldCheck,
  ZapOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { lostPerSite } from '../../../../../src/domain/fleet/lost-per-site.ts';
import { Card } from '../../../components/ui/card.tsx';
import { powerStateStyles } from '../../../components/ui/power-state-style.ts';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { causeState, causeWords, hasNoOutage, plannedWords } from '../report-facts.ts';
import { type Figure, goodPeriodWords, useReportWords } from '../report-words.ts';

interface ReportHeadingProps {
  report: ReportAnswer;
  /** When the server answered, epoch ms. */
  madeAtMs: number;
}

/** Which time this is about, whether it was a good one, and for how much of it there was power. */
export function ReportHeading({ report, madeAtMs }: ReportHeadingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const { period, summary, by_device: devices } = report;
  const { availability_percent: availability } = summary;
  const lost = lostPerSite(report);
  const isGood = hasNoOutage(report) && availability !== null;
  const observedHours = devices.reduce((sum, { observed_hours: hours }) => sum + hours, 0);
  const title = isGood
    ? t(goodPeriodWords[period.name])
    : availability === null
      ? t('report.nothing_yet.title')
      : words.title(period);
  const dates = words.range(period, madeAtMs);
  const Icon = isGood ? ShieldCheck : CalendarClock;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 sm:p-5">
      <div role="status" className="flex min-w-0 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={
            isGood ? 'mt-0.5 size-6 shrink-0 text-up' : 'mt-0.5 size-6 shrink-0 text-muted'
          }
        />
        <div className="min-w-0">
          <h3 className="font-semibold">{title}</h3>
          {dates !== title && <p className="text-muted text-sm tabular-nums">{dates}</p>}
          {isGood && <p className="text-muted text-sm">{t('report.good.text')}</p>}
          {availability === null && (
            <p className="text-muted text-sm">{t('report.nothing_yet.text')}</p>
          )}
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 pl-9 sm:pl-0">
        {availability !== null && (
          <div>
            <dt className="text-muted text-sm">
              {t(devices.length > 1 ? 'report.without_power.per_site' : 'report.without_power.one')}
            </dt>
            <dd className="font-semibold text-3xl tabular-nums sm:text-4xl">
              {words.duration(lost.minutes)}
            </dd>
            {lost.uncertainMinutes > 0 && (
              <dd className="max-w-56 text-muted text-xs">
                {t('report.without_power.uncertain', {
                  duration: words.duration(lost.uncertainMinutes),
                })}
              </dd>
            )}
          </div>
        )}
        <div>
          <dt className="text-muted text-sm">{t('report.availability.label')}</dt>
          <dd className="font-semibold text-2xl tabular-nums">{words.percent(availability)}</dd>
          <dd className="text-muted text-xs">
            {availability === null
              ? t('report.availability.none_hint')
              : t(devices.length > 1 ? 'report.availability.of_all' : 'report.availability.of', {
                  hours: formatNumber(observedHours, language),
                })}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

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

/** A number large, what it counts small beside it. */
export function FigureText({ figure: { number, unit } }: { figure: Figure }) {
  return (
    <>
      {number} <span className="font-normal text-muted text-sm">{unit}</span>
    </>
  );
}

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

type Cause = ReportAnswer['by_cause'][number];

/** Power outages by cause, and apart from them what only looked like one. */
export function CauseList({ causes }: { causes: readonly Cause[] }) {
  const { t } = useTranslation();
  const groups = [
    { title: t('report.cause.counted'), causes: causes.filter((cause) => cause.is_power_outage) },
    {
      title: t('report.cause.not_counted'),
      causes: causes.filter((cause) => !cause.is_power_outage),
    },
  ].filter((group) => group.causes.length > 0);
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="font-semibold text-sm">{t('report.cause.title')}</h3>
      <div className={classNames('grid gap-x-10', groups.length > 1 && 'lg:grid-cols-2')}>
        {groups.map((group) => (
          <section key={group.title} className="mt-3 min-w-0">
            <h4 className="border-line border-b pb-1 text-muted text-xs">{group.title}</h4>
            <ul className="divide-y divide-line">
              {group.causes.map((cause) => (
                <CauseRow key={cause.cause} entry={cause} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}

function CauseRow({ entry }: { entry: Cause }) {
  const { t } = useTranslation();
  const words = useReportWords();
  const [word, hint] = causeWords(entry);
  const { icon: Icon, text } = powerStateStyles[causeState(entry)];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className={classNames('h-lh w-4.5 shrink-0 text-sm', text)} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-sm">{t(word)}</p>
        <p className="text-muted text-xs">{t(hint)}</p>
      </div>
      <p className="shrink-0 text-right text-sm tabular-nums">
        {entry.is_power_outage ? words.outages(entry.count) : words.times(entry.count)}
        <span className="block text-muted text-xs">{words.duration(entry.duration)}</span>
      </p>
    </li>
  );
}
