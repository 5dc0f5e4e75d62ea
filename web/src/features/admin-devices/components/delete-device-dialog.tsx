import { useQuery } from '@tanstack/react-query';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatKeyCode, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useDeleteDevice } from '../api/delete-device.ts';
import { lossesQuery } from '../api/get-losses.ts';

interface DeleteDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Names what goes with a device, and how much of it, before it is deleted. */
export function DeleteDeviceDialog(props: DeleteDeviceDialogProps) {
  const { device, isOpen, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const remove = useDeleteDevice();
  const { data: losses } = useQuery({ ...lossesQuery(device.device_id), enabled: isOpen });
  const { site_name: name, customer_name: customer, key_code: key } = device;
  const count = (number: number) => ({ count: number, number: formatNumber(number, language) });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.delete.title', { name })}
      description={t('admin_devices.delete.text')}
      losses={[
        ...(losses === undefined
          ? [t('admin_devices.delete.history')]
          : [
              t('admin_devices.delete.outages', count(losses.outages)),
              t('admin_devices.delete.events', count(losses.events)),
            ]),
        ...(customer === null ? [] : [t('admin_devices.release.customer', { customer })]),
        ...(key === null ? [] : [t('admin_devices.release.key', { key: formatKeyCode(key) })]),
      ]}
      action={t('admin_devices.delete.action')}
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync(device.device_id);
        toast.success(t('admin_devices.delete.done'));
        onDeleted?.();
      }}
    />
  );
}
