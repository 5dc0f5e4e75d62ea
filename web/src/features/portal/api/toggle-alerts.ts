import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerApi } from '../../../lib/api-client.ts';
import { type AlertSettingsCall, alertSettingsPath } from './load-alert-settings.ts';
import { portalKeys } from './portal-keys.ts';

interface Toggling {
  deviceId: string;
  /** Switching them on ends a mute, too. */
  enabled: boolean;
}

function toggleAlerts({ deviceId, enabled }: Toggling): Promise<AlertSettingsCall> {
  return customerApi.post(`${alertSettingsPath(deviceId)}/toggle-alerts`, { enabled });
}

/** Busy until the devices are shown as they then are. */
export function useToggleAlerts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: toggleAlerts,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
