import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { setupNetworkAnswerSchema } from '../../../../../src/contract/setup-network.ts';
import { customerApi } from '../../../lib/api-client.ts';

/** The name and the password of a board's own Wi-Fi. The server writes down that they were shown. */
export function useGetSetupNetwork() {
  return useMutation({
    mutationFn: async (deviceId: string) => {
      const path = `/api/customer/devices/${encodeURIComponent(deviceId)}/setup-network`;
      return (await customerApi.get<z.output<typeof setupNetworkAnswerSchema>>(path)).data;
    },
  });
}
