import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertDefaults, alertRanges } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { toast } from '../../../components/ui/toast.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from '../api/portal-keys.ts';
import type { AlertSettings } from '../api/save-alert-settings.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';

interface ManySettingsDialogProps {
  devices: readonly PortalDevice[];
  isOpen: boolean;
  onClose: () => void;
}

/** The same alert settings for several sites; it begins with those of the first. */
export function ManySettingsDialog({ devices, isOpen, onClose }: ManySettingsDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (settings: AlertSettings) =>
      customerApi.put('/api/customer/alert-settings', {
        device_ids: devices.map(({ device_id: id }) => id),
        ...settings,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
  const [first] = devices;
  if (first === undefined) return null;
  return (
    <AlertSettingsForm
      // Each opening begins with what is true then.
      key={String(isOpen)}
      description={t('portal.many.settings_for', { count: devices.length })}
      settings={{
        alertEnabled: first.alert_enabled === 1,
        downtimeThreshold: first.downtime_threshold_seconds,
        reminderInterval: first.reminder_interval_seconds,
        alertOnRecovery: first.alert_on_recovery === 1,
        defaults: alertDefaults,
        ranges: alertRanges,
      }}
      save={mutateAsync}
      onSaved={() => toast.success(t('alerts.saved'))}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
