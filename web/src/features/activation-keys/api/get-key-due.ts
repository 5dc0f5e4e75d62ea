import { queryOptions } from '@tanstack/react-query';
import type { deviceAnswerSchema } from '../../../../../src/contract/devices/devices.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { keyKeys } from './key-keys.ts';

async function getKeyDue(deviceId: string, signal: AbortSignal): Promise<boolean> {
  type Answer = OutputOf<typeof deviceAnswerSchema>;
  const path = `/api/devices/${encodeURIComponent(deviceId)}`;
  return (await adminApi.get<Answer>(path, { signal })).data.credentials_due_at !== null;
}

/** Whether a person has to enter the present key at a device. False: the device has it or will get it. */
export function keyDueQuery(deviceId: string) {
  return queryOptions({
    queryKey: keyKeys.due(deviceId),
    queryFn: ({ signal }) => getKeyDue(deviceId, signal),
    refetchInterval: 5_000,
    staleTime: 0,
  });
}
