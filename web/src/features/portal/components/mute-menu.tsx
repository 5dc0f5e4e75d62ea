import { AlarmClock, BellOff, BellRing, Sunrise } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { isAlerting } from '../site-state.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { useQuiet } from '../use-quiet.ts';

interface MuteMenuProps {
  devices: readonly PortalDevice[];
  /** What the button opens, in words. */
  label: string;
  /** A button of your own; otherwise a bell. */
  trigger?: (isBusy: boolean) => ReactElement;
  /** What else it offers. */
  more?: readonly MenuEntry[];
}

/** A menu to mute alerts for a time or to unmute them, for owners also for good. Each choice can be undone. */
export function MuteMenu({ devices, label, trigger, more = [] }: MuteMenuProps) {
  const { t } = useTranslation();
  const { ask, isPending } = useQuiet(devices);
  const isOwner = useIsOwner();
  const areOn = devices.every(isAlerting);
  const areOff = devices.every((device) => !isAlerting(device));
  return (
    <Menu
      label={label}
      trigger={
        trigger?.(isPending) ?? (
          <IconButton label={label} icon={areOff ? BellOff : BellRing} isBusy={isPending} />
        )
      }
      entries={() => [
        ...(areOn
          ? []
          : [{ label: t('portal.mute.none'), icon: BellRing, onSelect: () => ask('none') }]),
        { label: t('portal.mute.hour'), icon: AlarmClock, onSelect: () => ask('hour') },
        { label: t('portal.mute.morning'), icon: Sunrise, onSelect: () => ask('morning') },
        ...(!isOwner || devices.every((device) => device.alert_enabled === 0)
          ? []
          : [{ label: t('portal.mute.ever'), icon: BellOff, onSelect: () => ask('ever') }]),
        ...more,
      ]}
    />
  );
}
