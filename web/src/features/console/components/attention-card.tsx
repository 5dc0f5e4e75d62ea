import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { PowerBadge } from '../../../components/console/device-marks.tsx';
import { CustomerLink, DeviceLink, linkClasses } from '../../../components/console/links.tsx';
import { AcknowledgedBy, ToldChats } from '../../../components/console/told-chats.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import { useSharedLosses } from '../../../lib/console/use-shared-losses.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Attention, describeAttention } from '../attention-words.ts';

/** The first thing on the dashboard: sites that need somebody, and sites whose outages nobody would be told of. */
export function AttentionCard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { data } = useQuery(devicesQuery(lostParams));
  const shared = useSharedLosses();
  if (data === undefined) return null;
  const attention = describeAttention(data, t, language);
  if (attention === null) return null;
  const { lost, untold, all } = data.counts;
  const isWell = attention.look !== 'trouble';
  const say = (count: number) => ({ count, number: formatNumber(count, language) });
  return (
    <Card className={classNames('overflow-clip', !isWell && 'border-mains-lost!')}>
      <section aria-labelledby={id}>
        <AttentionHeader id={id} {...attention}>
          {!isWell && (
            <Link to="/admin/outages" className={buttonClasses('secondary', undefined, 'small')}>
              {t('outages_now.title')}
            </Link>
          )}
        </AttentionHeader>
        {shared.map(({ name, Rows }) => (
          <Rows key={name} />
        ))}
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

const lookStyles = {
  trouble: { icon: TriangleAlert, text: 'text-mains-lost' },
  well: { icon: CircleCheck, text: 'text-up' },
  waiting: { icon: Hourglass, text: 'text-muted' },
} satisfies Record<Attention['look'], object>;

export function AttentionHeader({
  id,
  look,
  title,
  details,
  children,
}: Attention & { id?: string; children?: ReactNode }) {
  const { icon: Icon, text } = lookStyles[look];
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 sm:px-5">
      <Icon aria-hidden="true" className={classNames('size-7 shrink-0', text)} />
      <div className="min-w-0 flex-1 basis-60" role="status">
        <h2 id={id} className="font-semibold text-lg leading-snug sm:text-xl">
          {title}
        </h2>
        {details !== null && (
          <p data-when="details" className="text-muted text-sm">
            {details}
          </p>
        )}
      </div>
      {children}
    </header>
  );
}

/** One line for a site in trouble: what, since when, who was told, who has acknowledged. */
function LostRow({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const { customer_id: customerId, outage } = device;
  return (
    <div className="grid grid-cols-2 gap-x-5 gap-y-1 lg:grid-cols-[9.5rem_minmax(0,2fr)_8rem_minmax(0,1.4fr)_minmax(0,1.4fr)] lg:items-baseline">
      <span>
        <PowerBadge device={device} />
      </span>
      <span className="wrap-anywhere order-1 col-span-2 line-clamp-3 min-w-0 lg:order-none lg:col-span-1 lg:line-clamp-2">
        <DeviceLink id={device.device_id} name={device.site_name} />
        <span className="text-muted">
          {' · '}
          {customerId === null ? (
            t('dashboard.no_customer')
          ) : (
            <CustomerLink id={customerId} name={device.customer_name ?? ''} />
          )}
        </span>
      </span>
      <span className="text-right text-muted lg:text-left">
        <RelativeTime time={outage?.down_at ?? device.last_heartbeat} isFocusable={false} />
      </span>
      <span className="order-2 min-w-0 lg:order-none">
        {outage !== null && <AcknowledgedBy outage={outage} />}
      </span>
      <span className="order-3 min-w-0 text-right lg:order-none lg:text-left">
        <ToldChats device={device} />
      </span>
    </div>
  );
}
