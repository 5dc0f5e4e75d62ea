import type { TFunction } from 'i18next';
import {
  BellOff,
  BellRing,
  CheckCheck,
  MapPin,
  Pencil,
  PhoneCall,
  PhoneOff,
  Router,
  Trash2,
  Unlink,
} from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import type { DeviceAction } from './use-device-dialogs.tsx';

/** What can be done to a device; what is urgent first, what is set once later. */
export function deviceEntries(
  device: DeviceAnswer,
  t: TFunction,
  onAction: (action: DeviceAction) => void,
): MenuEntry[] {
  const { outage, muted_until: mutedUntil, customer_id: customerId, critical } = device;
  const isOpen = outage !== null && customerId !== null;
  const isAcknowledged = outage?.acknowledged_at !== null;
  const isMuted = mutedUntil !== null;
  return [
    ...(isOpen
      ? [
          {
            id: 'answer',
            label: t(
              isAcknowledged
                ? 'admin_devices.acknowledge.remind'
                : 'admin_devices.acknowledge.open',
            ),
            icon: isAcknowledged ? BellRing : CheckCheck,
            onSelect: () => onAction(isAcknowledged ? 'remind' : 'acknowledge'),
            isDisabled: isAcknowledged && outage.recover_at !== null,
          },
        ]
      : []),
    { label: t('admin_devices.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
    {
      id: 'quiet',
      label: t(isMuted ? 'admin_devices.mute.end' : 'admin_devices.mute.open'),
      icon: isMuted ? BellRing : BellOff,
      onSelect: () => onAction(isMuted ? 'unmute' : 'mute'),
      isDisabled: customerId === null || device.alerts === 'off',
    },
    { label: t('admin_devices.place.open'), icon: MapPin, onSelect: () => onAction('place') },
    ...(critical === null
      ? []
      : [
          {
            id: 'critical',
            label: t(critical ? 'admin_devices.critical.end' : 'admin_devices.critical.open'),
            icon: critical ? PhoneOff : PhoneCall,
            onSelect: () => onAction(critical ? 'unmark' : 'mark'),
            isDisabled: customerId === null,
          },
        ]),
    {
      label: t('admin_devices.network.open'),
      icon: Router,
      onSelect: () => onAction('network'),
      isDisabled: device.key_code === null,
    },
    {
      label: t('admin_devices.release.open'),
      icon: Unlink,
      onSelect: () => onAction('release'),
      isDisabled: customerId === null,
    },
    {
      label: t('admin_devices.delete.open'),
      icon: Trash2,
      onSelect: () => onAction('delete'),
      isDestructive: true,
    },
  ];
}
