import { queryOptions } from '@tanstack/react-query';
import type { TimelinesAnswer } from '../../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

/** The last 24 hours of every site; asked for again with every event, and as time moves on. */
export const timelinesQuery = queryOptions({
  queryKey: portalKeys.timelines,
  queryFn: ({ signal }) => customerApi.get<TimelinesAnswer>('/api/customer/timelines', { signal }),
  refetchInterval: 5 * 60_000,
});

/** The timeline of one site; spans null: not loaded yet. */
export function pickTimeline(deviceId: string) {
  return ({ from, to, timelines }: TimelinesAnswer) => ({
    from,
    to,
    spans: timelines.find((one) => one.device_id === deviceId)?.spans ?? [],
  });
}
