import { useStore } from '@tanstack/react-form';
import { useCallback, useRef } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { TextField } from '../../../components/ui/text-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditOwnDevice } from '../api/edit-own-device.ts';

interface DeviceDialogProps {
  device: PortalDevice;
  isOpen: boolean;
  onClose: () => void;
}

const longestName = 100;

/** Gives a device another name. */
export function RenameDialog({ device, isOpen, onClose }: DeviceDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useEditOwnDevice();
  const { device_id: deviceId } = device;
  const name = useTypedOver();
  const form = useSaveForm({
    defaultValues: { siteName: device.site_name },
    save: ({ siteName }) => mutateAsync({ deviceId, fields: { siteName: siteName.trim() } }),
    onSaved: () => {
      toast.success(t('devices.rename.done'));
      onClose();
    },
    describe: (error) => t('devices.rename.failed', { reason: describeError(error, t) }),
  });
  const isEmpty = useStore(form.store, ({ values }) => values.siteName.trim() === '');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('devices.rename.title')}
      action={t('devices.rename.save')}
      isSubmitDisabled={isEmpty}
      size="small"
      initialFocus={name.focused}
    >
      <TextField
        label={t('devices.rename.id')}
        value={deviceId}
        onChange={() => {}}
        isReadOnly
        isCode
      />
      <form.AppField
        name="siteName"
        // Shown as soon as the field is empty, since the disabled button cannot tell.
        validators={{
          onChange: ({ value }) => (value.trim() === '' ? t('devices.rename.missing') : undefined),
        }}
      >
        {(field) => (
          <field.TextField
            label={t('devices.rename.name')}
            hint={t('devices.rename.hint')}
            maxLength={longestName}
            autoComplete="off"
            inputRef={name.take}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

/**
 * Has the focus at once, ready to be typed over; not with a finger, whose keyboard would cover the
 * dialog unasked. The dialog moves the focus, so that it knows where to return it to.
 */
function useTypedOver() {
  const focused = useRef<HTMLElement>(null);
  const take = useCallback((element: HTMLElement | null) => {
    if (!(element instanceof HTMLInputElement) || !matchMedia('(pointer: fine)').matches) return;
    focused.current = element;
    element.addEventListener('focus', () => element.select(), { once: true });
  }, []);
  return { focused, take };
}
