import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { saveAlertSettingsSchema } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { InputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { type AlertSettingsCall, alertSettingsPath } from './load-alert-settings.ts';
import { portalKeys } from './portal-keys.ts';

export type AlertSettings = Required<InputOf<typeof saveAlertSettingsSchema>>;

interface Saving {
  deviceId: string;
  settings: AlertSettings;
}

function saveAlertSettings({ deviceId, settings }: Saving): Promise<AlertSettingsCall> {
  return customerApi.put(alertSettingsPath(deviceId), settings);
}

export function useSaveAlertSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveAlertSettings,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
