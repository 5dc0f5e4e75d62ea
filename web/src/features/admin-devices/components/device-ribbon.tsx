import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTabSearch } from '../../../lib/console/use-tab-search.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerSegments } from '../../../lib/power-state.ts';
import { timelineQuery } from '../api/get-timeline.ts';
import { fillDevicePageSearch, readDevicePageSearch, ribbonRanges } from '../device-search.ts';

const rangeWords = {
  day: 'admin_devices.range.day',
  week: 'admin_devices.range.week',
  month: 'admin_devices.range.month',
  year: 'admin_devices.range.year',
} as const;

/** The power at a device over a time that can be chosen. */
export function DeviceRibbon({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const show = useTabSearch();
  const { range } = fillDevicePageSearch(readDevicePageSearch(useSearch({ strict: false })));
  const timeline = useQuery(timelineQuery(device.device_id, range));
  const { data, error } = timeline;
  return (
    <Card className="p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('admin_devices.range.title')}</h2>
        <SegmentedControl
          label={t('admin_devices.range.label')}
          options={ribbonRanges.map((value) => ({ value, label: t(rangeWords[value]) }))}
          value={range}
          onChange={(value) => show({ range: value === 'day' ? undefined : value })}
          className="w-full sm:w-80"
        />
      </div>
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void timeline.refetch()}
          isRetrying={timeline.isRefetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-24! w-full" />}
      {data !== undefined && (
        <PowerRibbon
          segments={toPowerSegments(data.spans)}
          startMs={Date.parse(data.from)}
          endMs={Date.parse(data.to)}
          label={t('ui.ribbon.of', { name: device.site_name })}
          hasAxis
          hasLegend
          className={classNames('transition-opacity', timeline.isPlaceholderData && 'opacity-60')}
        />
      )}
    </Card>
  );
}
