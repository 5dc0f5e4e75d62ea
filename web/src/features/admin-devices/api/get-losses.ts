import { queryOptions } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { deviceKeys } from './device-keys.ts';

interface Losses {
  outages: number;
  events: number;
}

async function getLosses(deviceId: string, signal: AbortSignal): Promise<Losses> {
  const query = { device_id: deviceId, limit: 1 };
  const [outages, events] = await Promise.all([
    adminApi.get<{ total: number }>('/api/outages', { query, signal }),
    adminApi.get<{ total: number }>('/api/events', { query, signal }),
  ]);
  return { outages: outages.total, events: events.total };
}

/** How much history is deleted together with a device. */
export function lossesQuery(deviceId: string) {
  return queryOptions({
    queryKey: deviceKeys.losses(deviceId),
    queryFn: ({ signal }) => getLosses(deviceId, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
