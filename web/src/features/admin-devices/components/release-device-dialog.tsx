import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatKeyCode } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useReleaseDevice } from '../api/release-device.ts';

interface ReleaseDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Names what its customer loses before it is taken from them. */
export function ReleaseDeviceDialog({ device, isOpen, onClose }: ReleaseDeviceDialogProps) {
  const { t } = useTranslation();
  const release = useReleaseDevice();
  const { site_name: name, customer_name: customer, key_code: key, outage } = device;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.release.title', { name })}
      description={t('admin_devices.release.text')}
      losses={[
        t('admin_devices.release.customer', { customer: customer ?? '' }),
        ...(key === null ? [] : [t('admin_devices.release.key', { key: formatKeyCode(key) })]),
        t('admin_devices.release.settings'),
        ...(outage === null ? [] : [t('admin_devices.release.outage')]),
        t('admin_devices.release.enrol'),
      ]}
      action={t('admin_devices.release.action')}
      isDestructive
      onConfirm={async () => {
        await release.mutateAsync(device.device_id);
        toast.success(t('admin_devices.release.done'));
      }}
    />
  );
}
