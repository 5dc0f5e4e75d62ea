import { CircleCheck } from 'lucide-react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface AcknowledgedByProps {
  outage: Pick<NonNullable<DeviceAnswer['outage']>, 'acknowledged_at' | 'acknowledged_by'>;
}

/** Who has acknowledged an outage, or that nobody has. */
export function AcknowledgedBy({ outage }: AcknowledgedByProps) {
  const { t } = useTranslation();
  const { acknowledged_at: at, acknowledged_by: name } = outage;
  if (at === null) return <span className="text-muted">{t('outages_now.unacknowledged')}</span>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <CircleCheck aria-hidden="true" className="h-lh w-4 shrink-0 self-start text-up" />
      <span className="wrap-anywhere min-w-0">
        {name === null
          ? t('admin_devices.headline.acknowledged')
          : t('admin_devices.headline.acknowledged_by', { name })}
      </span>
    </span>
  );
}
