import { Ban, Radio, Unlink } from 'lucide-react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { portalEventType, type TimelineEventType } from '../../../../src/domain/states.ts';
import { classNames } from '../../lib/class-names.ts';
import { type DevicePower, readDevicePower } from '../../lib/console/device-power.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { eventStyles } from '../event-style.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { powerStateStyles, powerStateWords } from '../ui/power-state-style.ts';
import { type DotStatus, StatusDot } from '../ui/status-dot.tsx';

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

const powerWords = {
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
      {t(powerWords[power])}
    </Badge>
  );
}

const dotWords = {
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
  const label = t(dotWords[status === 'unknown' ? (device.refused ?? status) : status]);
  return (
    <span title={label}>
      <StatusDot status={status} label={label} isLabelHidden={!hasLabel} />
    </span>
  );
}

/** A kind of event as icon and word. */
export function EventMark({ type }: { type: TimelineEventType }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = eventStyles[portalEventType(type)];
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold text-sm">
      <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0 self-start', tone)} />
      {t(word)}
    </span>
  );
}
