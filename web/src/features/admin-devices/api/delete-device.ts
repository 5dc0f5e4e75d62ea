import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { deviceKeys } from './device-keys.ts';
import { devicePath } from './get-device.ts';

function deleteDevice(deviceId: string): Promise<unknown> {
  return adminApi.delete(devicePath(deviceId));
}

/** Deletes a device with its history. */
export function useDeleteDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteDevice,
    onSuccess: (_, deviceId) => {
      const gone: readonly unknown[] = deviceKeys.one(deviceId);
      const isGone = (key: readonly unknown[]) =>
        key.length >= gone.length && key[1] === gone[1] && key.includes(deviceId);
      // The deleted thing must not be fetched again while its page is being left.
      void queryClient.invalidateQueries({
        queryKey: consoleKey,
        predicate: ({ queryKey }) => !isGone(queryKey),
      });
    },
  });
}
