import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { readDevicePower } from '../../lib/console/device-power.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type DotStatus, StatusDot } from '../ui/status-dot.tsx';

const words = {
  online: 'console.status.online',
  powerless: 'console.status.powerless',
  offline: 'console.status.offline',
  unknown: 'console.status.unknown',
  revoked: 'console.status.revoked',
  released: 'console.status.released',
} as const satisfies Record<DotStatus | NonNullable<DeviceAnswer['refused']>, string>;

interface DeviceDotProps {
  device: Pick<DeviceAnswer, 'status' | 'refused' | 'power_status' | 'outage'>;
  hasLabel?: boolean;
}

/** Whether a device is heard. One that is heard during a power cut is not shown as simply online. */
export function DeviceDot({ device, hasLabel = false }: DeviceDotProps) {
  const { t } = useTranslation();
  const isCut = device.status === 'online' && readDevicePower(device) === 'mains_lost';
  const status: DotStatus = isCut ? 'powerless' : device.status;
  const label = t(words[status === 'unknown' ? (device.refused ?? status) : status]);
  return (
    <span title={label}>
      <StatusDot status={status} label={label} isLabelHidden={!hasLabel} />
    </span>
  );
}
