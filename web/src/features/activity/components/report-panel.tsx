import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plug } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { monthOf } from '../../../../../src/domain/calendar-dates.ts';
import { BarChart } from '../../../components/ui/bar-chart.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { describeError } from '../../../lib/error-text.ts';
import { portalExtras } from '../../../lib/extras.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { timeWanted, useActivitySearch } from '../activity-search.ts';
import { reportQuery } from '../report-calls.ts';
import { useReportWords } from '../report-words.ts';
import { DaysCalendar } from './days-calendar.tsx';
import { DeviceReports, SiteVoltage } from './device-reports.tsx';
import { isNoDevice, NoDevice } from './device-select.tsx';
import { OutageHistory } from './outage-history.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportPaper } from './report-paper.tsx';
import { CauseList, PlannedSums, ReportHeading, ReportSummary } from './report-summary.tsx';

/** The outages of a period, of all devices or of one. */
export function ReportPanel() {
  const { t } = useTranslation();
  const { search } = useActivitySearch();
  const wanted = { time: timeWanted(search), device: search.device };
  const { data, error, dataUpdatedAt, isPlaceholderData, isFetching, refetch } = useQuery(
    reportQuery(wanted),
  );
  const nowMs = useNow();
  // The previous report has no time of its own.
  const madeAtMs = isPlaceholderData ? nowMs : dataUpdatedAt;
  const retry = () => void refetch();
  return (
    <div className="flex flex-col gap-5">
      <ReportControls
        wanted={wanted}
        report={isPlaceholderData ? undefined : data}
        madeAtMs={madeAtMs}
      />
      {isNoDevice(error) ? (
        <Card>
          <NoDevice />
        </Card>
      ) : data === undefined && error !== null ? (
        <Card>
          <ErrorState
            error={error}
            title={t('report.error')}
            onRetry={retry}
            isRetrying={isFetching}
          />
        </Card>
      ) : data === undefined ? (
        <ReportSkeleton />
      ) : (
        <>
          {error !== null && (
            <Notice
              kind="warning"
              title={t('report.error')}
              action={
                <Button look="secondary" size="small" onClick={retry} isBusy={isFetching}>
                  {t('ui.retry')}
                </Button>
              }
            >
              {t('report.stale', { reason: describeError(error, t) })}
            </Notice>
          )}
          <ReportBody
            report={data}
            device={wanted.device}
            madeAtMs={madeAtMs}
            isStale={isPlaceholderData}
          />
        </>
      )}
    </div>
  );
}

interface ReportBodyProps {
  report: ReportAnswer;
  /** The device it is about; undefined: all. */
  device: string | undefined;
  /** When the server answered, epoch ms. */
  madeAtMs: number;
  /** This is the previous report; the new one is loading. */
  isStale: boolean;
}

/** What modules add to the report. Each comes when its code is there; meanwhile nothing stands in its place. */
function ReportCards({ device }: { device: string | undefined }) {
  return portalExtras()
    .flatMap(({ name, reportCards = [] }) =>
      reportCards.map((Card, index) => ({ id: `${name} ${index}`, Card })),
    )
    .map(({ id, Card }) => <Card key={id} device={device} />);
}

function isMonth({ first_date: first, last_date: last }: ReportAnswer['period']): boolean {
  return first !== last && monthOf(first) === monthOf(last);
}

/** The report itself, on the page and on paper. */
function ReportBody({ report, device, madeAtMs, isStale }: ReportBodyProps) {
  const { t } = useTranslation();
  const { period, summary, by_device: devices, by_date: dates, by_cause: causes } = report;
  const { recent_outages: outages } = report;
  if (devices.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Plug}
          title={t('report.no_devices.title')}
          text={t('report.no_devices.text')}
        />
      </Card>
    );
  }
  return (
    <div
      aria-busy={isStale}
      className={classNames('flex flex-col gap-5 transition-opacity', isStale && 'opacity-60')}
    >
      <ReportHeading report={report} madeAtMs={madeAtMs} />
      <ReportSummary summary={summary} sites={devices.length} />
      <PlannedSums planned={report.by_planned} />
      <div
        className={classNames(
          'grid gap-5',
          // A month and its days have room beside each other.
          dates.length > 0 && isMonth(period) && 'lg:grid-cols-2',
        )}
      >
        <DaysCalendar report={report} madeAtMs={madeAtMs} />
        {dates.length > 0 && (
          <PhoneFold title={t('report.chart.title')}>
            <DailyChart dates={dates} />
          </PhoneFold>
        )}
      </div>
      {causes.length > 0 && (
        <PhoneFold title={t('report.cause.title')}>
          <CauseList causes={causes} />
        </PhoneFold>
      )}
      <ReportCards device={device} />
      {devices.length === 1 && devices[0] && <SiteVoltage deviceId={devices[0].device_id} />}
      <DeviceReports report={report} madeAtMs={madeAtMs} />
      {outages.length > 0 && (
        <PhoneFold title={t('report.history.title')}>
          <OutageHistory
            key={`${period.first_date} ${period.last_date} ${device}`}
            outages={outages}
          />
        </PhoneFold>
      )}
      <ReportPaper report={report} device={device} madeAtMs={madeAtMs} />
    </div>
  );
}

/** The report before it is there, in its own shape. */
function ReportSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('report.loading')} className="flex flex-col gap-5">
      <Card className="p-5">
        <Skeleton className="w-32" />
        <br />
        <Skeleton className="w-52" />
      </Card>
      <ReportSummary summary={undefined} sites={1} />
      <Card className="p-5">
        <Skeleton className="w-56" />
        <Skeleton className="mt-4 h-64 w-full" />
      </Card>
      <Card className="p-5">
        <Skeleton className="w-40" />
        <Skeleton className="mt-4 h-12 w-full" />
      </Card>
    </div>
  );
}

interface PhoneFoldProps {
  /** What is behind it: as its own heading says. */
  title: string;
  children: ReactNode;
}

/** A part of the report that a phone shows, and loads, when it is asked for. */
function PhoneFold({ title, children }: PhoneFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useIsPhone();
  const part = useRef<HTMLDivElement>(null);
  if (isPhone && !isOpen) {
    return (
      <Button
        look="secondary"
        className="w-full justify-between!"
        onClick={() => {
          flushSync(() => setIsOpen(true));
          // The button has gone; what it opened has its place.
          part.current?.focus();
        }}
      >
        {title}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Button>
    );
  }
  return (
    <div ref={part} tabIndex={-1} className="h-full min-w-0 outline-hidden">
      {children}
    </div>
  );
}

/** Outages per day, of the most recent dates that have any, oldest first. */
function DailyChart({ dates }: { dates: ReportAnswer['by_date'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  return (
    <Card className="flex h-full flex-col p-4 sm:p-5">
      <BarChart
        title={t('report.chart.title')}
        labelHead={t('report.chart.date')}
        valueHead={t('report.chart.count')}
        bars={words.bars(dates)}
        formatValue={(value) => formatNumber(value, language)}
      />
      <p className="mt-2 text-muted text-xs">{t('report.chart.hint')}</p>
    </Card>
  );
}
