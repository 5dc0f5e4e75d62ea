import type { quietDevicesAnswerSchema } from '../../../../../src/contract/alerts/alert-settings.ts';
import type {
  acknowledgedDevicesAnswerSchema,
  remindedDevicesAnswerSchema,
} from '../../../../../src/contract/devices/devices.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';
import { devicePath } from './get-device.ts';

type QuietAnswer = OutputOf<typeof quietDevicesAnswerSchema>;

/** No more reminders of its outage go to its owner, or they go on. */
export function useAnswerOutage() {
  return useConsoleChange(
    ({ deviceId, call }: { deviceId: string; call: 'acknowledge' | 'remind' }) =>
      adminApi.post<unknown>(`${devicePath(deviceId)}/${call}`),
  );
}

/** The same of several devices. @returns those for whom it was news */
export function useAcknowledgeDevices() {
  type Answer = OutputOf<typeof acknowledgedDevicesAnswerSchema>;
  return useConsoleChange(async (deviceIds: readonly string[]) => {
    const given = { device_ids: deviceIds };
    const { data } = await adminApi.post<Answer>('/api/devices/acknowledge', given);
    return data.acknowledged;
  });
}

/** @returns those that people are reminded of again */
export function useRemindDevices() {
  type Answer = OutputOf<typeof remindedDevicesAnswerSchema>;
  return useConsoleChange(async (deviceIds: readonly string[]) => {
    const { data } = await adminApi.post<Answer>('/api/devices/remind', { device_ids: deviceIds });
    return data.reminded;
  });
}

/** Mutes a device for a while, or not any more; the answer says how it was before. */
export function useQuietDevice() {
  return useConsoleChange(({ deviceId, quiet }: { deviceId: string; quiet: string }) =>
    adminApi.put<QuietAnswer>(`${devicePath(deviceId)}/quiet`, { quiet }),
  );
}

/** Has phones ring for a site until somebody acknowledges, or not any more. */
export function useMarkDevice() {
  return useConsoleChange(({ deviceId, critical }: { deviceId: string; critical: boolean }) =>
    adminApi.put<unknown>(`${devicePath(deviceId)}/critical`, { critical }),
  );
}
