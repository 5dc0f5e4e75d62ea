import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { classNames } from '../../../lib/class-names.ts';
import { listNames } from '../list-names.ts';
import { describeSite, type SitePower, sortByUrgency } from '../site-state.ts';
import { ManySites, type ManySitesProps } from './many-sites.tsx';
import { Section } from './section.tsx';
import { SiteCard } from './site-card.tsx';

/** Up to here each site has a card of its own. */
export const mostCards = 3;

/** The first thing on the page: whether there is power, at each site. */
export function PowerNow({ devices, ...many }: ManySitesProps) {
  const { t } = useTranslation();
  if (devices.length > mostCards) return <ManySites devices={devices} {...many} />;
  const summary = summarise(devices, t);
  return (
    <Section
      title={t('portal.power_now')}
      aside={
        // Read aloud when it changes. With one site, its card shows the same to the eye.
        <p role="status" className={classNames('text-sm', devices.length === 1 && 'sr-only')}>
          {summary}
        </p>
      }
    >
      <ul className={classNames('grid gap-4', devices.length > 1 && 'lg:grid-cols-2')}>
        {sortByUrgency(devices).map((device) => (
          <li key={device.device_id} className="min-w-0">
            <SiteCard device={device} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** One sentence on all sites: where power is gone, where nothing is heard, or that all is well. */
function summarise(devices: readonly PortalDevice[], t: TFunction): string {
  const namesOf = (wanted: SitePower) =>
    devices.filter((device) => describeSite(device).power === wanted).map((one) => one.site_name);
  const [down, silent, up] = [namesOf('mains_lost'), namesOf('contact_lost'), namesOf('up')];
  const parts = [
    ...(down.length > 0 ? [t('portal.summary.down', { names: listNames(down, t) })] : []),
    ...(silent.length > 0 ? [t('portal.summary.silent', { names: listNames(silent, t) })] : []),
  ];
  if (parts.length > 0) return parts.join(' · ');
  if (up.length < devices.length) return t('portal.summary.mixed');
  return t('portal.summary.all_up', { count: up.length });
}
