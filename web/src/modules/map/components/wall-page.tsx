import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Hourglass, X } from 'lucide-react';
import { useRef } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { LiveMark } from '../../../components/ui/connection-marks.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { readDevicePower } from '../../../lib/console/device-power.ts';
import { type DevicesAnswer, devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import { sayWell } from '../../../lib/console/say-well.ts';
import { useSharedLosses } from '../../../lib/console/use-shared-losses.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { formatNumber, formatPhone, formatSince, formatTime } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { LiveState } from '../../../lib/live-stream.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { mapQuery } from '../api/map-query.ts';
import { useFittingRows } from '../use-fitting-rows.ts';
import { SiteMap } from './site-map.tsx';

/** More than are shown, since those of area outages are not. */
const wallParams = { ...lostParams, limit: 100 };
/** Of those that fit. */
const mostSites = 24;
/** From more on they are smaller: in a storm it counts how many can be named. */
const mostLarge = 3;

/** How it stands, for a screen on the wall: read from three metres, touched by nobody, live. */
export function WallPage({ live }: { live: LiveState | null }) {
  const { t } = useTranslation();
  useDocumentTitle(t('wall.title'));
  const { data, error, refetch, isRefetching } = useQuery(devicesQuery(wallParams));
  const map = useQuery(mapQuery).data?.data ?? [];
  const hasMap = map.length > 0;
  const isDense = (data?.total ?? 0) > mostLarge;
  return (
    <main className="flex min-h-dvh flex-col gap-[3vmin] bg-ground p-[3vmin] lg:h-dvh lg:overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-semibold text-[clamp(1.5rem,5vmin,4rem)]">{t('wall.title')}</h1>
        <div className="flex items-center gap-4">
          <LiveMark state={live} />
          <Clock />
          <Link
            to="/admin/outages"
            className="inline-flex min-h-11 items-center gap-2 text-muted underline"
          >
            <X aria-hidden="true" className="size-4" />
            {t('wall.leave')}
          </Link>
        </div>
      </header>
      {data === undefined ? (
        error !== null && (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        )
      ) : (
        <>
          <Counts counts={data.counts} isDense={isDense} />
          <div
            className={classNames(
              'grid min-h-0 flex-1 gap-[3vmin] lg:grid-rows-[minmax(0,1fr)]',
              hasMap && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
            )}
          >
            <Lost devices={data.data} total={data.total} counts={data.counts} isDense={isDense} />
            {hasMap && (
              <div className="flex h-[60dvh] min-h-0 flex-col lg:h-full [&>:first-child]:min-h-0 [&>:first-child]:flex-1">
                <SiteMap sites={map} />
                <WithoutLocation missing={data.counts.all - map.length} />
              </div>
            )}
          </div>
        </>
      )}
    </main>
  );
}

function Clock() {
  return (
    <time className="font-semibold text-[clamp(1.5rem,5vmin,4rem)] tabular-nums">
      {formatTime(useNow())}
    </time>
  );
}

type WallCounts = Record<'all' | 'mains_lost' | 'contact_lost' | 'power_on', number>;

/** Three tiles that add up to all sites, but for those that nothing is known of. */
function Counts({ counts, isDense }: { counts: WallCounts; isDense: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { all, mains_lost: mains, contact_lost: contact, power_on: on } = counts;
  const shown = [
    { label: t('state.mains_lost.word'), value: mains, bad: 'text-mains-lost' },
    { label: t('state.contact_lost.word'), value: contact, bad: 'text-contact-lost' },
    { label: t('state.up.word'), value: on, bad: 'text-up' },
  ];
  const notKnown = all - mains - contact - on;
  return (
    <div>
      <dl className="grid grid-cols-3 gap-[3vmin]">
        {shown.map(({ label, value, bad }) => (
          <div
            key={label}
            className={classNames(
              'flex flex-col-reverse justify-end rounded-lg border border-line bg-surface',
              isDense
                ? 'p-[1.5vmin] lg:flex-row-reverse lg:items-baseline lg:gap-[1.5vmin]'
                : 'p-[2.5vmin]',
            )}
          >
            <dt className="text-[clamp(0.875rem,2.8vmin,2.25rem)] text-muted">{label}</dt>
            <dd
              className={classNames(
                // Five digits and their comma stay on a line.
                'whitespace-nowrap font-semibold tabular-nums leading-none',
                isDense ? 'text-[min(10vmin,7vw)]' : 'text-[min(14vmin,7vw)]',
                value === 0 ? 'text-muted' : bad,
              )}
            >
              {formatNumber(value, language)}
            </dd>
          </div>
        ))}
      </dl>
      {notKnown > 0 && (
        <p className="mt-[1vmin] text-[clamp(0.875rem,2.4vmin,2rem)] text-muted">
          {t('wall.not_known', { number: formatNumber(notKnown, language) })}
        </p>
      )}
    </div>
  );
}

function WithoutLocation({ missing }: { missing: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (missing <= 0) return null;
  return (
    <p className="mt-[1vmin] text-[clamp(0.875rem,2.4vmin,2rem)] text-muted">
      {t('map.without', { number: formatNumber(missing, language) })}
    </p>
  );
}

interface LostProps {
  devices: readonly DeviceAnswer[];
  total: number;
  counts: DevicesAnswer['counts'];
  isDense: boolean;
}

/** The losses that many sites share, then the sites that are lost by themselves. */
function Lost({ devices, total, counts, isDense }: LostProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shared = useSharedLosses().flatMap(({ name, losses, WallRow }) =>
    losses.map((loss) => ({ ...loss, key: `${name} ${loss.id}`, WallRow })),
  );
  const inShared = new Set(shared.flatMap(({ deviceIds }) => deviceIds));
  const alone = devices.filter(({ device_id: id }) => !inShared.has(id));
  const rows = [
    ...shared.map(({ key, id, sites, WallRow }) => ({
      ...{ id: key, sites },
      content: <WallRow id={id} />,
    })),
    ...alone.slice(0, mostSites).map((device) => ({
      id: device.device_id,
      sites: 1,
      content: <LostRow device={device} isDense={isDense} />,
    })),
  ];
  const list = useRef<HTMLUListElement>(null);
  const fitting = useFittingRows(list, rows.length);
  const told = rows.slice(0, fitting).reduce((sum, { sites }) => sum + sites, 0);
  if (shared.length + devices.length === 0) {
    const { title, isWell } = sayWell(counts, t, language);
    const Icon = isWell ? CircleCheck : Hourglass;
    return (
      <p
        className={classNames(
          'flex items-center gap-[2vmin] self-center font-semibold text-[clamp(1.5rem,6vmin,5rem)]',
          isWell ? 'text-up' : 'text-muted',
        )}
      >
        <Icon aria-hidden="true" className="size-[1.2em]" />
        {title}
      </p>
    );
  }
  return (
    <section aria-label={t('map.lost')} className="flex min-w-0 flex-col">
      <ul ref={list} className="divide-y divide-line lg:min-h-0 lg:overflow-hidden">
        {rows.map(({ id, content }, index) => (
          <li
            key={id}
            className={classNames(
              isDense ? 'py-[0.5vmin]' : 'py-[1.2vmin]',
              index >= fitting && 'invisible',
            )}
          >
            {content}
          </li>
        ))}
      </ul>
      {total > told && (
        <p className="mt-2 text-[clamp(1rem,3vmin,2.5rem)] text-muted">
          {t('wall.more', { number: formatNumber(total - told, language) })}
        </p>
      )}
    </section>
  );
}

function LostRow({ device, isDense }: { device: DeviceAnswer; isDense: boolean }) {
  const language = useLanguage();
  const power = readDevicePower(device);
  return (
    // On a screen that nobody scrolls, the state stands beside a long name, so that more rows fit.
    <div
      className={classNames(
        'flex flex-wrap items-baseline justify-between gap-x-[3vmin] lg:flex-nowrap',
        isDense ? 'text-[clamp(1rem,2.8vmin,2.25rem)]' : 'text-[clamp(1.125rem,4vmin,3.25rem)]',
      )}
    >
      <span
        className={classNames('wrap-anywhere line-clamp-2 min-w-0', isDense && 'lg:line-clamp-1')}
      >
        <span className="font-semibold">{device.site_name}</span>
        {device.customer_name !== null && (
          <span className="text-muted"> · {formatPhone(device.customer_name)}</span>
        )}
      </span>
      <span className="flex items-baseline gap-[2vmin] lg:shrink-0">
        {(power === 'mains_lost' || power === 'contact_lost') && <PowerStateMark state={power} />}
        {device.outage !== null && (
          <time dateTime={device.outage.down_at} className="tabular-nums">
            {formatSince(device.outage.down_at, language)}
          </time>
        )}
      </span>
    </div>
  );
}
