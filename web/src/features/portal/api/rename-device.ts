import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  renameDeviceAnswerSchema,
  renameDeviceSchema,
} from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { changeShownDevice } from './change-device.ts';
import { portalKeys } from './portal-keys.ts';

interface Renaming extends z.input<typeof renameDeviceSchema> {
  deviceId: string;
}
type RenameAnswer = z.output<typeof renameDeviceAnswerSchema>;

function renameDevice({ deviceId, siteName }: Renaming): Promise<RenameAnswer> {
  return customerApi.put(`/api/customer/devices/${encodeURIComponent(deviceId)}`, { siteName });
}

export function useRenameDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: renameDevice,
    onSuccess: ({ data }) => {
      changeShownDevice(queryClient, data.device_id, () => data);
      // The name also appears with its key and its events.
      void queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
}
