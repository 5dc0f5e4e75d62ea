import { Pencil, Router, Trash2, Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { Button } from '../../../components/ui/button.tsx';
import type { DeviceAction } from './use-device-dialogs.tsx';

interface DeviceMenuButtonsProps {
  device: DeviceAnswer;
  onAction: (action: DeviceAction) => void;
}

/** The actions on a device as buttons, where there is room for them. */
export function DeviceMenuButtons({ device, onAction }: DeviceMenuButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        look="secondary"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => onAction('edit')}
      >
        {t('admin_devices.edit.open')}
      </Button>
      {device.key_code !== null && (
        <Button
          look="secondary"
          icon={<Router aria-hidden="true" className="size-4" />}
          onClick={() => onAction('network')}
        >
          {t('admin_devices.network.open')}
        </Button>
      )}
      {device.customer_id !== null && (
        <Button
          look="secondary"
          icon={<Unlink aria-hidden="true" className="size-4" />}
          onClick={() => onAction('release')}
        >
          {t('admin_devices.release.open')}
        </Button>
      )}
      <Button
        look="secondary"
        className="text-mains-lost!"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => onAction('delete')}
      >
        {t('admin_devices.delete.open')}
      </Button>
    </>
  );
}
