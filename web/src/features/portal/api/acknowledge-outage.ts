import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { acknowledgeAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { changeShownDevice } from './change-device.ts';

interface Acknowledging {
  deviceId: string;
  outageId: number;
}
type AcknowledgeAnswer = z.output<typeof acknowledgeAnswerSchema>;

function acknowledgeOutage({ outageId }: Acknowledging): Promise<AcknowledgeAnswer> {
  return customerApi.post(`/api/customer/outages/${outageId}/acknowledge`);
}

export function useAcknowledgeOutage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: acknowledgeOutage,
    onSuccess: ({ data }, { deviceId }) =>
      changeShownDevice(queryClient, deviceId, (device) => {
        if (device.outage?.id !== data.outage_id) return device;
        const { acknowledged_at, acknowledged_by } = data;
        return { ...device, outage: { ...device.outage, acknowledged_at, acknowledged_by } };
      }),
  });
}
