import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { devicePath } from './get-device.ts';

function releaseDevice(deviceId: string): Promise<unknown> {
  return adminApi.post(`${devicePath(deviceId)}/release`);
}

/** Takes a device from its customer and its keys. */
export function useReleaseDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: releaseDevice,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
