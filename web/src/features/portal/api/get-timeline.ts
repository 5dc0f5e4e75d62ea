import { queryOptions } from '@tanstack/react-query';
import type { TimelineAnswer } from '../../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

function getTimeline(deviceId: string, signal: AbortSignal): Promise<TimelineAnswer> {
  return customerApi.get(`/api/customer/devices/${encodeURIComponent(deviceId)}/timeline`, {
    signal,
  });
}

/** The last 24 hours of a device; asked for again with every event, and as time moves on. */
export function timelineQuery(deviceId: string) {
  return queryOptions({
    queryKey: portalKeys.timeline(deviceId),
    queryFn: ({ signal }) => getTimeline(deviceId, signal),
    refetchInterval: 5 * 60_000,
  });
}
