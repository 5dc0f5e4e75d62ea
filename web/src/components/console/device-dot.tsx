import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { readDevicePower } from '../../lib/console/device-power.ts';
import { type DotStatus, StatusDot } from '../ui/status-dot.tsx';

const words = {
  online: 'console.status.online',
  powerless: 'console.status.powerless',
  offline: 'console.status.offline',
  unknown: 'console.status.unknown',
} as const satisfies Record<DotStatus, string>;

interface DeviceDotProps {
  device: Pick<DeviceAnswer, 'status' | 'power_status' | 'outage'>;
  hasLabel?: boolean;
}

/** Whether a device is heard; in a power cut one that is heard is not simply online. */
export function DeviceDot({ device, hasLabel = false }: DeviceDotProps) {
  const { t } = useTranslation();
  const isCut = device.status === 'online' && readDevicePower(device) === 'mains_lost';
  const status: DotStatus = isCut ? 'powerless' : device.status;
  return (
    <span title={t(words[status])}>
      <StatusDot status={status} label={t(words[status])} isLabelHidden={!hasLabel} />
    </span>
  );
}
