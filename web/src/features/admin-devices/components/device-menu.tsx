import { Pencil, Router, Trash2, Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import type { DeviceAction } from './use-device-dialogs.tsx';

interface DeviceMenuProps {
  device: DeviceAnswer;
  onAction: (action: DeviceAction) => void;
}

export function DeviceMenu({ device, onAction }: DeviceMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('admin_devices.actions_of', { name: device.site_name })}
      entries={() => [
        { label: t('admin_devices.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
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
          isDisabled: device.customer_id === null,
        },
        {
          label: t('admin_devices.delete.open'),
          icon: Trash2,
          onSelect: () => onAction('delete'),
          isDestructive: true,
        },
      ]}
    />
  );
}
