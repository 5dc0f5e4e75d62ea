import { BellOff, CircleCheck } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { DeviceDot } from '../../../components/console/device-dot.tsx';
import { PowerBadge } from '../../../components/console/power-badge.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { alertWords } from '../../../lib/console/alert-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** Power and contact now, since when, whether somebody has seen it, and why nobody would be told. */
export function DeviceHeadline({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const { outage, last_heartbeat: lastHeard } = device;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 text-muted text-sm [&>*]:min-h-7"
    >
      <PowerBadge device={device} />
      {outage !== null && outage.recover_at === null && (
        <span>
          <RelativeTime time={outage.down_at} />
        </span>
      )}
      {outage !== null && outage.recover_at !== null && (
        <span>{t('admin_devices.headline.confirming')}</span>
      )}
      {outage !== null && outage.acknowledged_at !== null && (
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden="true" className="size-4 text-up" />
          {outage.acknowledged_by === null
            ? t('admin_devices.headline.acknowledged')
            : t('admin_devices.headline.acknowledged_by', { name: outage.acknowledged_by })}
        </span>
      )}
      <span className="text-text">
        <DeviceDot device={device} hasLabel />
      </span>
      <span>
        {t('admin_devices.column.heard')} <RelativeTime time={lastHeard} />
      </span>
      {device.alerts !== 'on' && device.alerts !== 'released' && (
        <span className="inline-flex items-center gap-1.5 text-text">
          <BellOff aria-hidden="true" className="size-4 shrink-0 text-contact-lost" />
          <span>
            {t('admin_devices.fact.alerts')}
            {' · '}
            {device.muted_until === null ? (
              t(alertWords[device.alerts])
            ) : (
              <>
                {t('admin_devices.fact.muted_until')} <DateTime time={device.muted_until} />
              </>
            )}
          </span>
        </span>
      )}
    </div>
  );
}
