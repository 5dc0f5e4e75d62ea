import { Radio } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { type DevicePower, readDevicePower } from '../../lib/console/device-power.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { powerStateStyles, powerStateWords } from '../ui/power-state-style.ts';

const tones: Record<DevicePower, Tone> = {
  up: 'good',
  mains_lost: 'bad',
  contact_lost: 'warning',
  internet_lost: 'info',
  device_restarted: 'info',
  unobserved: 'neutral',
  unknown: 'neutral',
  power_unknown: 'info',
};

interface PowerBadgeProps {
  device: Pick<DeviceAnswer, 'status' | 'power_status' | 'outage'>;
}

/** What can be said of power and contact at a device, in a word. */
export function PowerBadge({ device }: PowerBadgeProps) {
  const { t } = useTranslation();
  const power = readDevicePower(device);
  const icon = power === 'power_unknown' ? Radio : powerStateStyles[power].icon;
  const word = power === 'power_unknown' ? 'console.power_unknown' : powerStateWords[power];
  return (
    <Badge tone={tones[power]} icon={icon}>
      {t(word)}
    </Badge>
  );
}
