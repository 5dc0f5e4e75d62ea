import { BellOff } from 'lucide-react';
import { type ComponentType, memo, type ReactNode, Suspense } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatElapsed, formatMoment } from '../format-since.ts';
import { describeSite, isAlerting, type SitePower } from '../site-state.ts';
import { SiteOutage } from './site-outage.tsx';
import { styleOf, wordOf } from './site-power-style.ts';
import { SiteRibbon } from './site-ribbon.tsx';

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
      <time dateTime={time}>
        {t('portal.since', { time: formatMoment(time, nowMs, language) })}
      </time>
      {duration !== null && (
        <>
          {' · '}
          <span className="whitespace-nowrap">{t('portal.lasting', { duration })}</span>
        </>
      )}
    </span>
  );
}
