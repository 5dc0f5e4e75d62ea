import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin, Monitor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapSite } from '../../../../../src/contract/devices/place.ts';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { mapQuery } from '../api/map-query.ts';
import { SiteMap } from './site-map.tsx';

type View = 'sites' | 'country';

/** Where the sites are, and which of them have no power. */
export function MapPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(mapQuery);
  const sites = data?.data;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('map.title')}
        text={t('map.text')}
        actions={
          <Link to="/admin/wall" className={buttonClasses('secondary')}>
            <Monitor aria-hidden="true" className="size-4" />
            {t('wall.open')}
          </Link>
        }
      />
      {data !== undefined && <StaleNotice error={error} onRetry={() => void refetch()} />}
      <Card className="p-4 sm:p-5">
        {sites === undefined ? (
          error === null ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
          )
        ) : sites.length === 0 ? (
          <EmptyState icon={MapPin} title={t('map.none')} text={t('map.none_text')} />
        ) : (
          <LiveMap sites={sites} />
        )}
      </Card>
    </div>
  );
}

function LiveMap({ sites }: { sites: readonly MapSite[] }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('sites');
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <SegmentedControl
          label={t('map.view.label')}
          options={[
            { value: 'sites', label: t('map.view.sites') },
            { value: 'country', label: t('map.view.country') },
          ]}
          value={view}
          onChange={setView}
          className="max-w-md"
        />
        <div className="mt-3 h-[60dvh] min-h-80">
          <SiteMap sites={sites} isWhole={view === 'country'} />
        </div>
      </div>
      <LostSites sites={sites} />
    </div>
  );
}

function LostSites({ sites }: { sites: readonly MapSite[] }) {
  const { t } = useTranslation();
  const lost = (['mains_lost', 'contact_lost'] as const).map((state) => ({
    state,
    sites: sites.filter((site) => site.state === state),
  }));
  return (
    <div>
      <h2 className="font-semibold">{t('map.lost')}</h2>
      {lost.every((group) => group.sites.length === 0) && (
        <p className="mt-2 text-muted text-sm">{t('map.nothing_lost')}</p>
      )}
      {lost.map(
        (group) =>
          group.sites.length > 0 && (
            <section key={group.state} className="mt-3">
              <h3>
                <PowerStateMark state={group.state} />
              </h3>
              <ul className="mt-1 max-h-64 overflow-y-auto lg:max-h-[55dvh]">
                {group.sites.map(({ device_id: id, site_name: name }) => (
                  <li key={id} className="py-1">
                    <DeviceLink id={id} name={name} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}
