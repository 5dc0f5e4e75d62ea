import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSaveAlertSettings } from '../api/save-alert-settings.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';

interface AlertSettingsDialogProps {
  device: PortalDevice;
  /** The server's values when the dialog was opened. */
  settings: AlertSettingsAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** When the owner of a device is told. */
export function AlertSettingsDialog({ device, ...dialog }: AlertSettingsDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useSaveAlertSettings();
  return (
    <AlertSettingsForm
      {...dialog}
      description={device.site_name}
      site={device.device_id}
      save={(settings) => mutateAsync({ deviceId: device.device_id, settings })}
      onSaved={() => toast.success(t('alerts.saved'))}
    />
  );
}
