import { CalendarClock, ShieldCheck } from 'lucide-react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { lostPerSite } from '../../../../../src/domain/fleet/lost-per-site.ts';
import { Card } from '../../../components/ui/card.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { hasNoOutage } from '../report-facts.ts';
import { goodPeriodWords } from '../search-words.ts';
import { useReportWords } from '../use-report-words.ts';

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
