import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  alertSettingsAnswerSchema,
  saveAlertSettingsSchema,
} from '../../../../src/contract/alerts/alert-settings.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { portalKeys } from './portal-stats.ts';

type AlertSettingsCall = OutputOf<typeof alertSettingsAnswerSchema>;

function alertSettingsPath(deviceId: string): string {
  return `/api/settings/devices/${encodeURIComponent(deviceId)}`;
}

function loadAlertSettings(deviceId: string): Promise<AlertSettingsCall> {
  return customerApi.get(alertSettingsPath(deviceId));
}

/** Loaded each time somebody wants to change them, and not refreshed meanwhile. */
export function useLoadAlertSettings() {
  return useMutation({ mutationFn: loadAlertSettings });
}

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
