import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';
import { devicePath } from './get-device.ts';

function releaseDevice(deviceId: string): Promise<unknown> {
  return adminApi.post(`${devicePath(deviceId)}/release`);
}

/** Takes a device from its customer and its keys. */
export function useReleaseDevice() {
  return useConsoleChange(releaseDevice);
}
