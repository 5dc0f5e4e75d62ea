import { RotateCw } from 'lucide-react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { TimelineResult } from '../api/get-timeline.ts';
import { useReportWords } from '../use-report-words.ts';
import { DeviceName } from './device-name.tsx';

interface DeviceReportProps {
  device: ReportAnswer['by_device'][number];
  timeline: TimelineResult | undefined;
  /** The figures of the whole report are its own. */
  isAlone: boolean;
}

/** One device in the period: how often, how long, how much of the time, and when. */
export function DeviceReport({ device, timeline, isAlone }: DeviceReportProps) {
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
