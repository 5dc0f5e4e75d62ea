import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { quietDevicesAnswerSchema } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { acknowledgedDevicesAnswerSchema } from '../../../../../src/contract/devices/devices.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { devicePath } from './get-device.ts';

type QuietAnswer = z.output<typeof quietDevicesAnswerSchema>;

function useDeviceChange<Given, Answer>(send: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

/** No more reminders of its outage go to its owner, or they go on. */
export function useAnswerOutage() {
  return useDeviceChange(
    ({ deviceId, call }: { deviceId: string; call: 'acknowledge' | 'remind' }) =>
      adminApi.post<unknown>(`${devicePath(deviceId)}/${call}`),
  );
}

type AcknowledgedAnswer = z.output<typeof acknowledgedDevicesAnswerSchema>;

/** The same of several devices. @returns those for whom it was news */
export function useAcknowledgeDevices() {
  return useDeviceChange(async (deviceIds: readonly string[]) => {
    const given = { device_ids: deviceIds };
    const { data } = await adminApi.post<AcknowledgedAnswer>('/api/devices/acknowledge', given);
    return data.acknowledged;
  });
}

/** Mutes a device for a while, or not any more; the answer says how it was before. */
export function useQuietDevice() {
  return useDeviceChange(({ deviceId, quiet }: { deviceId: string; quiet: string }) =>
    adminApi.put<QuietAnswer>(`${devicePath(deviceId)}/quiet`, { quiet }),
  );
}
