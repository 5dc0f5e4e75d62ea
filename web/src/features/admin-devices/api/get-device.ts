import { queryOptions } from '@tanstack/react-query';
import type { deviceAnswerSchema } from '../../../../../src/contract/devices/devices.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { applyDevice } from '../../../lib/console/apply-device.ts';
import { type ConsoleMessage, follow, isChangeOf } from '../../../lib/console/live-query.ts';
import { deviceKeys } from './device-keys.ts';

type DeviceCall = OutputOf<typeof deviceAnswerSchema>;

export function devicePath(deviceId: string): string {
  return `/api/devices/${encodeURIComponent(deviceId)}`;
}

function getDevice(deviceId: string, signal: AbortSignal): Promise<DeviceCall> {
  return adminApi.get(devicePath(deviceId), { signal });
}

function followDevice(
  answer: DeviceCall,
  message: ConsoleMessage,
  askAgain: () => void,
): DeviceCall {
  if (isChangeOf(message, 'device', 'key', 'customer', 'recipient', 'settings', 'outage')) {
    askAgain();
  }
  if (message.event !== 'device' || message.data.device_id !== answer.data.device_id) return answer;
  // Messages do not tell its signal, voltage and alerts.
  askAgain();
  return { ...answer, data: { ...answer.data, ...applyDevice(answer.data, message.data) } };
}

export function deviceQuery(deviceId: string) {
  return queryOptions({
    queryKey: deviceKeys.one(deviceId),
    queryFn: ({ signal }) => getDevice(deviceId, signal),
    refetchInterval: 15_000,
    meta: follow(followDevice),
  });
}
