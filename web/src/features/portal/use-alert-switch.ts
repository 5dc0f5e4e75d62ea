import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useToggleAlerts } from './api/toggle-alerts.ts';
import { isAlerting } from './site-state.ts';

/** Mutes or unmutes the alerts of a device, and says so. */
export function useAlertSwitch(device: PortalDevice) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useToggleAlerts();
  const isOn = isAlerting(device);
  const { device_id: deviceId, site_name: name } = device;

  async function toggle(): Promise<void> {
    try {
      await mutateAsync({ deviceId, enabled: !isOn });
      toast.success(
        isOn ? t('devices.toggle.muted', { name }) : t('devices.toggle.unmuted', { name }),
      );
    } catch (error) {
      toast.error(t('devices.toggle.failed', { reason: describeError(error, t) }));
    }
  }

  return { isOn, isPending, toggle: () => void toggle() };
}
