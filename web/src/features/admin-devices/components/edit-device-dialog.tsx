import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { TextField } from '../../../components/ui/text-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditDevice } from '../api/edit-device.ts';

interface EditDeviceDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

export function EditDeviceDialog({ device, isOpen, onClose }: EditDeviceDialogProps) {
  const { t } = useTranslation();
  const edit = useEditDevice();
  const form = useSaveForm({
    defaultValues: { site_name: device.site_name, site_address: device.site_address ?? '' },
    check: ({ site_name: name }) => ({
      site_name: name.trim() === '' && t('ui.said.enter_device_name'),
    }),
    save: (fields) => edit.mutateAsync({ deviceId: device.device_id, fields }),
    onSaved: () => {
      toast.success(t('admin_devices.edit.done'));
      onClose();
    },
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('admin_devices.edit.title')}
      action={t('console.save')}
    >
      <TextField
        label={t('admin_devices.column.id')}
        value={device.device_id}
        onChange={() => {}}
        isReadOnly
        isCode
      />
      <form.AppField name="site_name">
        {(field) => <field.TextField label={t('admin_devices.column.site')} maxLength={100} />}
      </form.AppField>
      <form.AppField name="site_address">
        {(field) => (
          <field.TextAreaField label={t('admin_devices.fact.address')} maxLength={500} isOptional />
        )}
      </form.AppField>
    </FormDialog>
  );
}
