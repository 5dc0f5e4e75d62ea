import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { PlaceDialog } from '../../../components/place/place-dialog.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditDevice } from '../api/edit-device.ts';

interface DevicePlaceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Where a device is, as the operator says it. */
export function DevicePlaceDialog({ device, isOpen, onClose }: DevicePlaceDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useEditDevice();
  return (
    <PlaceDialog
      siteName={device.site_name}
      place={device}
      isCellFixed={false}
      whoSees={t('admin_devices.place.who_sees')}
      api={adminApi}
      cellsPath="/api/cells"
      isOnStatusPage={null}
      save={(fields) => mutateAsync({ deviceId: device.device_id, fields })}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
