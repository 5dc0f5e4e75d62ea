import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { AcknowledgedBy } from '../../../components/console/acknowledged-by.tsx';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { PowerBadge } from '../../../components/console/power-badge.tsx';
import { ToldChats } from '../../../components/console/told-chats.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

/** One line for a site in trouble: what, since when, who was told, who has acknowledged. */
export function LostRow({ device }: { device: DeviceAnswer }) {
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
