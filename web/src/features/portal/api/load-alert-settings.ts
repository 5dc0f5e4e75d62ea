import { useMutation } from '@tanstack/react-query';
import type { alertSettingsAnswerSchema } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';

export type AlertSettingsCall = OutputOf<typeof alertSettingsAnswerSchema>;

export function alertSettingsPath(deviceId: string): string {
  return `/api/settings/devices/${encodeURIComponent(deviceId)}`;
}

function loadAlertSettings(deviceId: string): Promise<AlertSettingsCall> {
  return customerApi.get(alertSettingsPath(deviceId));
}

/** Loaded each time somebody wants to change them, and not refreshed meanwhile. */
export function useLoadAlertSettings() {
  return useMutation({ mutationFn: loadAlertSettings });
}
