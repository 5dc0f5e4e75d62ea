import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin, Monitor, X } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import type { MapSite } from '../../../../../src/modules/map/contract.ts';
import { DeviceLink, linkClasses } from '../../../components/console/links.tsx';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { MarkShape } from '../../../components/map/map-marks.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { powerStateWords } from '../../../components/ui/power-state-style.ts';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const list = useRef<HTMLHeadingElement>(null);
  const open = (ids: readonly string[] | null) => {
    setChosen(ids === null ? undefined : new Set(ids));
    // What was pressed is gone: the list says what it held.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 self-start lg:sticky lg:top-4">
        <SegmentedControl
          label={t('map.view.label')}
          options={[
            { value: 'sites', label: t('map.view.sites') },
            { value: 'country', label: t('map.view.country') },
          ]}
          value={view}
          onChange={(next) => {
            setView(next);
            setChosen(undefined);
          }}
          className="max-w-md"
        />
        <div className="mt-3 h-[60dvh] min-h-80">
          <SiteMap sites={sites} isWhole={view === 'country'} chosen={chosen} onOpen={open} />
        </div>
        <Legend sites={sites} />
        <WithoutLocation located={sites} />
      </div>
      <ListedSites sites={sites} chosen={chosen} heading={list} onShowAll={() => open(null)} />
    </div>
  );
}

/** What each mark stands for, and at how many sites: together they are all that the map shows. */
function Legend({ sites }: { sites: readonly MapSite[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {states.map((state) => {
        const count = sites.filter((site) => site.state === state).length;
        if (count === 0) return null;
        return (
          <li key={state} className="flex items-center gap-2">
            <svg aria-hidden="true" viewBox="-9 -9 18 18" className="size-4.5 shrink-0">
              <MarkShape name={state} transform="scale(1.1)" />
            </svg>
            {t(powerStateWords[state])}
            <span className="font-semibold tabular-nums">{formatNumber(count, language)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** How many sites the map cannot show. */
function WithoutLocation({ located }: { located: readonly MapSite[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(devicesQuery(lostParams));
  if (data === undefined) return null;
  const isLost = ({ state }: MapSite) => state === 'mains_lost' || state === 'contact_lost';
  const missing = data.counts.all - located.length;
  const lost = data.counts.lost - located.filter(isLost).length;
  if (missing <= 0) return null;
  const number = formatNumber(missing, language);
  return (
    <p className="mt-3 text-sm">
      <Link to={lost > 0 ? '/admin/outages' : '/admin/devices'} className={linkClasses}>
        {lost > 0
          ? t('map.without_lost', { number, lost: formatNumber(lost, language) })
          : t('map.without', { number })}
      </Link>
    </p>
  );
}

const states = ['mains_lost', 'contact_lost', 'up', 'unknown'] as const;
/** More than a screen holds is a list of its own. */
const mostListed = 12;

interface ListedSitesProps {
  sites: readonly MapSite[];
  chosen: ReadonlySet<string> | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onShowAll: () => void;
}

/** What is lost, by name; or all sites of the place that was opened. */
function ListedSites({ sites, chosen, heading, onShowAll }: ListedSitesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const shown = sites.filter(({ device_id: id }) => chosen?.has(id) ?? true);
  const groups = (chosen === undefined ? states.slice(0, 2) : states)
    .map((state) => ({ state, sites: shown.filter((site) => site.state === state) }))
    .filter((group) => group.sites.length > 0);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {chosen === undefined
          ? t('map.lost')
          : t('map.here', { number: formatNumber(shown.length, language) })}
      </h2>
      {chosen !== undefined && (
        <Button
          look="secondary"
          size="small"
          className="mt-2"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={onShowAll}
        >
          {t('map.show_all')}
        </Button>
      )}
      {groups.length === 0 && <p className="mt-2 text-muted text-sm">{t('map.nothing_lost')}</p>}
      {groups.map(({ state, sites: listed }) => (
        <section key={state} className="mt-3">
          <h3 className="flex items-baseline gap-2">
            <PowerStateMark state={state} />
            <span className="font-semibold tabular-nums">
              {formatNumber(listed.length, language)}
            </span>
          </h3>
          <ul className="mt-1">
            {listed.slice(0, mostListed).map(({ device_id: id, site_name: name, ...site }) => (
              <li key={id} className="wrap-anywhere my-1 line-clamp-3">
                <DeviceLink id={id} name={name} />
                {site.customer_name !== null && (
                  <span className="text-muted"> · {formatPhone(site.customer_name)}</span>
                )}
              </li>
            ))}
          </ul>
          {listed.length > mostListed && (
            <MoreSites state={state} number={listed.length - mostListed} />
          )}
        </section>
      ))}
    </section>
  );
}

function MoreSites({ state, number }: { state: MapSite['state']; number: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = t('wall.more', { number: formatNumber(number, language) });
  const isLost = state === 'mains_lost' || state === 'contact_lost';
  return (
    <Link
      to={isLost ? '/admin/outages' : '/admin/devices'}
      search={isLost ? { filter: state } : {}}
      className={linkClasses}
    >
      {words}
    </Link>
  );
}
