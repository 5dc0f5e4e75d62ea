import { useQuery } from '@tanstack/react-query';
import { Ban, BellOff, BellRing, CheckCheck } from 'lucide-react';
import { type ComponentType, memo, type ReactNode, Suspense, useMemo } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { powerStateStyles, powerStateWords } from '../../../components/ui/power-state-style.ts';
import { PowerRibbon } from '../../../components/ui/ribbon/power-ribbon.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerSegments } from '../../../lib/power-state.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useAnswerOutages } from '../answer-outages.ts';
import { formatElapsed, formatMoment } from '../format-since.ts';
import { pickTimeline, timelinesQuery } from '../portal-stats.ts';
import { describeSite, isAlerting, type SitePower } from '../site-state.ts';

interface SiteRowProps {
  device: PortalDevice;
  /** What is wrong, and what can be done, stands below. */
  isExpanded: boolean;
  Tools: ComponentType<{ devices: readonly PortalDevice[] }>;
}

/** One site among many: what is known of power, since when, the last day, and what can be done. */
export const SiteRow = memo(function SiteRow({ device, isExpanded, Tools }: SiteRowProps) {
  const { t } = useTranslation();
  const { power, since } = describeSite(device);
  const { outage } = device;
  const isOpen = isExpanded && outage !== null && outage.recover_at === null;
  return (
    // A browser draws the rows that are in sight.
    <li className="px-4 py-2 [contain-intrinsic-size:auto_2.875rem] [content-visibility:auto] sm:px-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_minmax(6rem,14rem)_auto] sm:gap-x-4">
        <RowFigure power={power} name={device.site_name}>
          {since !== null && <Since power={power} time={since} />}
          {!isAlerting(device) && (
            <span className="ml-2 inline-flex items-center gap-1 text-muted">
              <BellOff aria-hidden="true" className="size-3.5" />
              {t('portal.row.muted')}
            </span>
          )}
        </RowFigure>
        {!useIsPhone() && <SiteRibbon device={device} height="thin" />}
        <span className="flex min-h-11 min-w-11 items-center justify-end">
          <Suspense fallback={null}>
            <Tools devices={[device]} />
          </Suspense>
        </span>
      </div>
      {isOpen && (
        <div className="mt-1 mb-1 sm:ml-9">
          <SiteOutage device={device} outage={outage} isDense />
        </div>
      )}
    </li>
  );
});

interface RowFigureProps {
  power: SitePower;
  name: string;
  /** After the word. */
  children: ReactNode;
}

export function RowFigure({ power, name, children }: RowFigureProps) {
  const { t } = useTranslation();
  const { icon: Icon, text } = styleOf(power);
  return (
    <>
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', text)} />
      <div className="min-w-0">
        <h3 className="wrap-anywhere line-clamp-2 font-semibold text-sm" title={name}>
          {name}
        </h3>
        <p className="text-xs">
          <span className={classNames('font-semibold', text)}>{t(wordOf(power))}</span>
          {children}
        </p>
      </div>
    </>
  );
}

function Since({ power, time }: { power: SitePower; time: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  const duration = formatElapsed(power, time, nowMs, language);
  return (
    <span className="text-muted tabular-nums">
      {' '}
      <span className={duration === null ? undefined : sinceClasses(power)}>
        <time dateTime={time}>
          {t('portal.since', { time: formatMoment(time, nowMs, language) })}
        </time>
        {duration !== null && ' · '}
      </span>
      {duration !== null && (
        <span className="whitespace-nowrap">{t('portal.lasting', { duration })}</span>
      )}
    </span>
  );
}

/** Where all is well, a phone has a line of a row for how long, and not for since when as well. */
export function sinceClasses(power: SitePower): string | undefined {
  return power === 'up' ? 'max-sm:hidden' : undefined;
}

type Outage = NonNullable<PortalDevice['outage']>;

interface SiteOutageProps {
  device: PortalDevice;
  outage: Outage;
  /** In a row among many. */
  isDense?: boolean;
}

/** An open outage: who is told next and the button to acknowledge; or who has, and the button to be reminded. */
export function SiteOutage({ device, outage, isDense = false }: SiteOutageProps) {
  const { t } = useTranslation();
  const { isSeen, isBusy, press } = useAnswerOutages([device]);
  const name = { name: device.site_name };
  const Icon = isSeen ? BellRing : CheckCheck;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 text-sm',
        isDense ? 'gap-y-1' : 'gap-y-3 rounded-md bg-raised px-4 py-3',
      )}
    >
      {outage.acknowledged_at === null ? (
        <NextMessage device={device} isReasonBelow={!isDense && device.alerts !== 'on'} />
      ) : (
        <Acknowledged at={outage.acknowledged_at} by={outage.acknowledged_by} />
      )}
      {/* One button in one place, whichever it is: what is pressed next does not move, nor does the focus. */}
      <Button
        look={isDense || isSeen ? 'secondary' : 'primary'}
        size={isDense ? 'small' : 'medium'}
        isBusy={isBusy}
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        aria-label={t(
          isSeen ? 'portal.outage.remind_name' : 'portal.outage.acknowledge_name',
          name,
        )}
        onClick={press}
        className={isDense ? 'min-w-36' : 'min-w-36 max-sm:w-full'}
      >
        {t(isSeen ? 'portal.outage.remind' : 'portal.outage.acknowledge')}
      </Button>
    </div>
  );
}

interface NextMessageProps {
  device: PortalDevice;
  /** That nobody is told stands there, too. */
  isReasonBelow: boolean;
}

function NextMessage({ device: { next_message: next }, isReasonBelow }: NextMessageProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  return (
    <p className="min-w-40 flex-1">
      {next === null
        ? t(isReasonBelow ? 'portal.outage.unseen' : 'portal.outage.untold')
        : t('portal.outage.next', {
            time: formatMoment(next.at, nowMs, language),
            count: next.chats,
          })}
    </p>
  );
}

function Acknowledged({ at, by }: { at: string; by: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = formatMoment(at, useNow(), language);
  return (
    <p className="flex min-w-40 flex-1 items-start gap-2">
      <CheckCheck aria-hidden="true" className="h-lh w-4.5 shrink-0 text-accent-text" />
      {by === null
        ? t('portal.outage.acknowledged', { time })
        : t('portal.outage.acknowledged_by', { name: by, time })}
    </p>
  );
}

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

const styles = {
  ...powerStateStyles,
  power_unknown: powerStateStyles.unknown,
  revoked: { ...powerStateStyles.unknown, icon: Ban },
} satisfies Record<SitePower, object>;

const words = {
  ...powerStateWords,
  power_unknown: 'portal.power_unknown',
  revoked: 'devices.status.revoked',
} as const satisfies Record<SitePower, string>;

/** Icon, colour and word of what is known of a site. */
export function styleOf(power: SitePower) {
  return styles[power];
}

export function wordOf(power: SitePower) {
  return words[power];
}
