import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { deviceEntries } from './device-entries.ts';
import type { DeviceAction } from './use-device-dialogs.tsx';

interface DeviceMenuProps {
  device: DeviceAnswer;
  onAction: (action: DeviceAction) => void;
}

export function DeviceMenu({ device, onAction }: DeviceMenuProps) {
  const { t } = useTranslation();
  return (
    // A row is as high as its words.
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('admin_devices.actions_of', { name: device.site_name })}
        entries={() => deviceEntries(device, t, onAction)}
      />
    </span>
  );
}
