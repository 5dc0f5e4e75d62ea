import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { toast } from '../../../components/ui/toast.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { AlertSettings } from '../alert-settings.ts';
import { portalKeys } from '../portal-stats.ts';
import { AlertSettingsForm } from './alert-settings-form.tsx';

interface ManySettingsDialogProps {
  devices: readonly PortalDevice[];
  /** Where it begins. */
  settings: AlertSettingsAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** The same alert settings for several sites. */
export function ManySettingsDialog({
  devices,
  settings,
  isOpen,
  onClose,
}: ManySettingsDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [first, ...others] = devices;
  const only = others.length === 0 ? first : undefined;
  const { mutateAsync } = useMutation({
    mutationFn: (wanted: AlertSettings) =>
      customerApi.put('/api/customer/alert-settings', {
        device_ids: devices.map(({ device_id: id }) => id),
        ...wanted,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
  return (
    <AlertSettingsForm
      description={only?.site_name ?? t('portal.many.settings_for', { count: devices.length })}
      {...(only !== undefined && { site: only.device_id })}
      settings={settings}
      save={mutateAsync}
      onSaved={() => toast.success(t('alerts.saved'))}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
