import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { setupNetworkAnswerSchema } from '../../../../../src/contract/setup-network.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { devicePath } from './get-device.ts';

type Answer = z.output<typeof setupNetworkAnswerSchema>;

async function showSetupNetwork(deviceId: string): Promise<Answer['data']> {
  return (await adminApi.get<Answer>(`${devicePath(deviceId)}/setup-network`)).data;
}

/** Name and password of a board's own Wi-Fi; only when asked, since the audit log names who looked. */
export function useShowSetupNetwork() {
  return useMutation({ mutationFn: showSetupNetwork });
}
