import { Ban, Radio, Unlink } from 'lucide-react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { type DevicePower, readDevicePower } from '../../lib/console/device-power.ts';
import { useTranslation } from '../../lib/i18n.ts';
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
  revoked: 'neutral',
  released: 'neutral',
};

const icons = {
  ...powerStateStyles,
  power_unknown: { icon: Radio },
  revoked: { icon: Ban },
  released: { icon: Unlink },
} satisfies Record<DevicePower, object>;

const words = {
  ...powerStateWords,
  power_unknown: 'console.power_unknown',
  revoked: 'console.status.revoked',
  released: 'console.status.released',
} as const satisfies Record<DevicePower, string>;

interface PowerBadgeProps {
  device: Pick<DeviceAnswer, 'status' | 'refused' | 'power_status' | 'outage'>;
}

/** What can be said of power and contact at a device, in a word. */
export function PowerBadge({ device }: PowerBadgeProps) {
  return <PowerWord power={readDevicePower(device)} />;
}

export const shownPowers = Object.keys(tones) as readonly DevicePower[];

export function PowerWord({ power }: { power: DevicePower }) {
  const { t } = useTranslation();
  return (
    <Badge tone={tones[power]} icon={icons[power].icon}>
      {t(words[power])}
    </Badge>
  );
}
