import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import type { TimelineAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toPowerSegments } from '../../../lib/power-state.ts';
import { timelineQuery } from '../api/get-timeline.ts';

/** While power was on all the time, a single green band explains itself. */
function hasMoreThanPower(spans: TimelineAnswer['spans']): boolean {
  return spans.some(({ state }) => state !== 'up' && state !== 'unknown');
}

/** The last 24 hours of a site. */
export function SiteRibbon({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(timelineQuery(device.device_id));
  if (data !== undefined) {
    return (
      <PowerRibbon
        segments={toPowerSegments(data.spans)}
        startMs={Date.parse(data.from)}
        endMs={Date.parse(data.to)}
        label={t('portal.ribbon.of', { name: device.site_name })}
        hasAxis
        hasLegend={hasMoreThanPower(data.spans)}
      />
    );
  }
  if (!isError) return <Skeleton className="block h-12 w-full" />;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 text-muted text-sm"
    >
      {t('portal.ribbon.failed')}
      <Button look="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
