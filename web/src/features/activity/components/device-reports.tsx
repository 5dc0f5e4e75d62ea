import { useQueries, useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { mainsVoltageQuery, VoltageCard } from '../../../components/mains-voltage/voltage-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PowerLegend } from '../../../components/ui/power-legend.tsx';
import { PowerRibbon } from '../../../components/ui/ribbon/power-ribbon.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { ribbonRange, type TimelineResult, timelineQuery } from '../activity-calls.ts';
import { worstFirst } from '../report-facts.ts';
import { useReportWords } from '../report-words.ts';

/** How many are shown at first, since each ribbon is a request to the server. */
const shownAtFirst = 6;
/** And on a phone, where they stand below each other. */
const shownOnPhone = 3;
/** Up to so many have the whole width; more of them stand side by side. */
const mostInFullWidth = 3;

/** Each device with its figures and its ribbon for the period, the one without power the longest first. */
export function DeviceReports({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const { period } = report;
  const devices = worstFirst(report.by_device);
  const isPhone = useIsPhone();
  const most = isPhone ? shownOnPhone : shownAtFirst;
  // Nobody presses for a single one more.
  const shown = isWhole || devices.length <= most + 1 ? devices : devices.slice(0, most);
  const hidden = devices.length - shown.length;
  const range = ribbonRange(period, madeAtMs);
  const timelines = useQueries({
    queries: shown.map(({ device_id: id }) => timelineQuery(id, range)),
  });
  const states = timelines.flatMap(({ data }) => data?.segments.map(({ state }) => state) ?? []);
  return (
    <section aria-labelledby="report-devices" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="report-devices" className="font-semibold">
          {t('report.devices.title')}
        </h3>
        {range.from !== period.from && (
          <p className="text-muted text-xs">{t('report.devices.last_year')}</p>
        )}
      </div>
      <ul className={classNames('grid gap-4', shown.length > mostInFullWidth && 'lg:grid-cols-2')}>
        {shown.map((device, index) => (
          <li key={device.device_id} className="min-w-0">
            <DeviceReport
              device={device}
              timeline={timelines[index]}
              isAlone={devices.length === 1}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button look="secondary" className="self-center" onClick={() => setIsWhole(true)}>
          {t('report.devices.more', { count: hidden })}
        </Button>
      )}
      <PowerLegend states={states} />
    </section>
  );
}

interface DeviceReportProps {
  device: ReportAnswer['by_device'][number];
  timeline: TimelineResult | undefined;
  /** The figures of the whole report are its own. */
  isAlone: boolean;
}

/** One device in the period: how often, how long, how much of the time, and when. */
function DeviceReport({ device, timeline, isAlone }: DeviceReportProps) {
  const { t } = useTranslation();
  const words = useReportWords();
  const figures = [
    { term: t('report.devices.count'), value: words.outages(device.outage_count) },
    { term: t('report.devices.duration'), value: words.duration(device.total_duration) },
    { term: t('report.devices.availability'), value: words.percent(device.availability_percent) },
  ];
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <h4 className="min-w-0 text-sm">
          <DeviceName name={device.device_name} id={device.device_id} />
        </h4>
        {!isAlone && (
          <dl className="flex flex-wrap gap-x-6 gap-y-1">
            {figures.map(({ term, value }) => (
              <div key={term}>
                <dt className="text-muted text-xs">{term}</dt>
                <dd className="font-semibold text-sm tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="mt-3">
        <Ribbon name={device.device_name} timeline={timeline} />
      </div>
    </Card>
  );
}

function Ribbon({ name, timeline }: { name: string; timeline: DeviceReportProps['timeline'] }) {
  const { t } = useTranslation();
  if (timeline?.data) {
    return <PowerRibbon {...timeline.data} label={t('report.devices.ribbon', { name })} hasAxis />;
  }
  if (timeline?.isError !== true) return <Skeleton className="h-12 w-full" />;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="text-muted">{t('report.devices.ribbon_error')}</p>
      <Button
        look="secondary"
        size="small"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        isBusy={timeline.isFetching}
        onClick={() => void timeline.refetch()}
      >
        {t('ui.retry')}
      </Button>
    </div>
  );
}

/** The voltage of the mains at one site, if its board measures it. */
export function SiteVoltage({ deviceId }: { deviceId: string }) {
  const path = `/api/customer/devices/${encodeURIComponent(deviceId)}`;
  return <VoltageCard answer={useQuery(mainsVoltageQuery(customerApi, path)).data} />;
}

/** A site, and below it the id on the label of its board. */
export function DeviceName({ name, id }: { name: string; id: string }) {
  return (
    <>
      <span className="wrap-anywhere block font-semibold">{name}</span>
      <code className="block break-all font-mono font-normal text-muted text-xs print:whitespace-nowrap">
        {id}
      </code>
    </>
  );
}
