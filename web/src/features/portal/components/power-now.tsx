import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { mostCards } from '../site-filter.ts';
import { sortByUrgency } from '../site-state.ts';
import { summariseFew } from '../site-summary.ts';
import { ManySites, type ManySitesProps } from './many-sites.tsx';
import { Section } from './section.tsx';
import { SiteCard } from './site-card.tsx';

/** The first thing on the page: whether there is power, at each site. */
export function PowerNow({ devices, ...many }: ManySitesProps) {
  const { t } = useTranslation();
  if (devices.length > mostCards) return <ManySites devices={devices} {...many} />;
  const summary = summariseFew(devices, t);
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
