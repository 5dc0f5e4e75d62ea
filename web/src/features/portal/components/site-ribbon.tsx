import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerSegments } from '../../../lib/power-state.ts';
import { pickTimeline, timelinesQuery } from '../api/get-timelines.ts';

/** The strip, its hours and its legend; as much room is kept before they are there. */
const heights = { full: 'min-h-25', thin: 'min-h-6' };

interface SiteRibbonProps {
  device: Pick<PortalDevice, 'device_id' | 'site_name'>;
  /** `thin`: for a row among many. */
  height?: keyof typeof heights;
}

/** The last 24 hours of a site. */
export function SiteRibbon({ device, height = 'full' }: SiteRibbonProps) {
  const { t } = useTranslation();
  const { device_id: id, site_name: name } = device;
  const select = useMemo(() => pickTimeline(id), [id]);
  const { data, isError, isFetching, refetch } = useQuery({ ...timelinesQuery, select });
  const isFull = height === 'full';
  return (
    <div className={heights[height]}>
      {data !== undefined ? (
        <PowerRibbon
          segments={toPowerSegments(data.spans)}
          startMs={Date.parse(data.from)}
          endMs={Date.parse(data.to)}
          label={t('portal.ribbon.of', { name })}
          height={height}
          hasAxis={isFull}
          hasLegend={isFull}
        />
      ) : !isError ? (
        <Skeleton className={classNames('block w-full', isFull ? 'h-12' : 'h-6')} />
      ) : (
        isFull && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 text-muted text-sm"
          >
            {t('portal.ribbon.failed')}
            <Button
              look="secondary"
              size="small"
              isBusy={isFetching}
              onClick={() => void refetch()}
            >
              {t('ui.retry')}
            </Button>
          </div>
        )
      )}
    </div>
  );
}
