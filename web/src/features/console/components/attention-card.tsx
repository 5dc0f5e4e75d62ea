import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { linkClasses } from '../../../components/console/link-classes.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { devicesQuery, lostParams } from '../../../lib/console/devices-query.ts';
import { sayWell } from '../../../lib/console/say-well.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { AreaOutageRows } from './area-outage-rows.tsx';
import { LostRow } from './lost-row.tsx';

/** The first thing on the dashboard: sites that need somebody, and sites whose outages nobody would be told of. */
export function AttentionCard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { data } = useQuery(devicesQuery(lostParams));
  if (data === undefined) return null;
  const {
    lost,
    mains_lost: mains,
    contact_lost: contact,
    unacknowledged,
    untold,
    all,
  } = data.counts;
  const acknowledged = lost - unacknowledged;
  if (all === 0) return null;
  const say = (count: number) => ({ count, number: formatNumber(count, language) });
  const isWell = lost === 0;
  const well = sayWell(data.counts, t, language);
  const Icon = !isWell ? TriangleAlert : well.isWell ? CircleCheck : Hourglass;
  return (
    <Card className={classNames('overflow-clip', !isWell && 'border-mains-lost!')}>
      <section aria-labelledby={id}>
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 sm:px-5">
          <Icon
            aria-hidden="true"
            className={classNames(
              'size-7 shrink-0',
              !isWell ? 'text-mains-lost' : well.isWell ? 'text-up' : 'text-muted',
            )}
          />
          <div className="min-w-0 flex-1 basis-60" role="status">
            <h2 id={id} className="font-semibold text-lg leading-snug sm:text-xl">
              {isWell
                ? well.title
                : unacknowledged === 0
                  ? t('attention.all_acknowledged', say(lost))
                  : t('attention.sites', say(unacknowledged))}
            </h2>
            {isWell && well.text !== null && <p className="text-muted text-sm">{well.text}</p>}
            {!isWell && (
              <p className="text-muted text-sm">
                {[
                  ...(mains > 0 ? [t('attention.mains', say(mains))] : []),
                  ...(contact > 0 ? [t('attention.contact', say(contact))] : []),
                  ...(acknowledged > 0 ? [t('attention.acknowledged', say(acknowledged))] : []),
                ].join(' · ')}
              </p>
            )}
          </div>
          {!isWell && (
            <Link to="/admin/outages" className={buttonClasses('secondary', undefined, 'small')}>
              {t('outages_now.title')}
            </Link>
          )}
        </header>
        <AreaOutageRows />
        {!isWell && (
          <ul className="divide-y divide-line border-line border-t">
            {data.data.map((device) => (
              <li key={device.device_id} className="px-4 py-3 text-sm sm:px-5">
                <LostRow device={device} />
              </li>
            ))}
          </ul>
        )}
        {lost > data.data.length && (
          <p className="border-line border-t px-4 py-3 text-sm sm:px-5">
            <Link to="/admin/outages" className={linkClasses}>
              {t('attention.more', say(lost - data.data.length))}
            </Link>
          </p>
        )}
        {untold > 0 && untold < all && (
          <p className="flex items-start gap-2.5 border-line border-t px-4 py-3 text-sm sm:px-5">
            <BellOff aria-hidden="true" className="h-lh w-4 shrink-0 text-contact-lost" />
            <span className="min-w-0">
              <Link to="/admin/devices" search={{ filter: 'untold' }} className={linkClasses}>
                {t('attention.untold', say(untold))}
              </Link>
            </span>
          </p>
        )}
      </section>
    </Card>
  );
}
