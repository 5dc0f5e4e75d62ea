import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  editOwnDeviceAnswerSchema,
  editOwnDeviceSchema,
} from '../../../../../src/contract/devices/portal.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { changeShownDevice } from './change-device.ts';
import { portalKeys } from './portal-keys.ts';

interface OwnDeviceEdit {
  readonly deviceId: string;
  readonly fields: InputOf<typeof editOwnDeviceSchema>;
}
type EditAnswer = OutputOf<typeof editOwnDeviceAnswerSchema>;

function editOwnDevice({ deviceId, fields }: OwnDeviceEdit): Promise<EditAnswer> {
  return customerApi.put(`/api/customer/devices/${encodeURIComponent(deviceId)}`, fields);
}

export function useEditOwnDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: editOwnDevice,
    onSuccess: ({ data }) => {
      changeShownDevice(queryClient, data.device_id, () => data);
      // The name also appears with its key and its events.
      void queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
}
