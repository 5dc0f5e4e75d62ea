import { Plug } from 'lucide-react';
import { Suspense } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { monthOf } from '../../../../../src/domain/calendar-dates.ts';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { portalExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CauseList } from './cause-list.tsx';
import { DailyChart } from './daily-chart.tsx';
import { DaysCalendar } from './days-calendar.tsx';
import { DeviceReports } from './device-reports.tsx';
import { OutageHistory } from './outage-history.tsx';
import { PhoneFold } from './phone-fold.tsx';
import { PlannedSums } from './planned-sums.tsx';
import { ReportHeading } from './report-heading.tsx';
import { ReportPaper } from './report-paper.tsx';
import { ReportSummary } from './report-summary.tsx';
import { SiteVoltage } from './site-voltage.tsx';

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
    .map(({ id, Card }) => (
      <Suspense key={id}>
        <Card device={device} />
      </Suspense>
    ));
}

function isMonth({ first_date: first, last_date: last }: ReportAnswer['period']): boolean {
  return first !== last && monthOf(first) === monthOf(last);
}

/** The report itself, on the page and on paper. */
export function ReportBody({ report, device, madeAtMs, isStale }: ReportBodyProps) {
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
