import { Link } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { DeviceDot } from '../../../components/console/device-dot.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { PowerBadge } from '../../../components/console/power-badge.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { RecentList } from './recent-list.tsx';

export function RecentDevices({ devices }: { devices: readonly DeviceAnswer[] | undefined }) {
  const { t } = useTranslation();
  return (
    <RecentList
      title={t('dashboard.recent_devices')}
      rows={devices}
      rowId={({ device_id: id }) => id}
      more={
        <Link to="/admin/devices" className={buttonClasses('ghost', '-mr-3', 'small')}>
          {t('dashboard.see_all')}
        </Link>
      }
      row={(device) => (
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 items-baseline gap-2.5">
            <DeviceDot device={device} />
            <div className="min-w-0">
              <DeviceLink id={device.device_id} name={device.site_name} />
              <p className="text-muted text-xs">
                {device.customer_name === null
                  ? t('dashboard.no_customer')
                  : formatPhone(device.customer_name)}
              </p>
            </div>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-0.5">
            <PowerBadge device={device} />
            <span className="text-muted text-xs">
              <RelativeTime time={device.last_heartbeat} isFocusable={false} />
            </span>
          </div>
        </div>
      )}
      empty={
        <EmptyState
          icon={Cpu}
          title={t('dashboard.no_devices.title')}
          text={t('dashboard.no_devices.text')}
        />
      }
    />
  );
}
