import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TimelineAnswer } from '../../../../../src/contract/fleet/report.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow } from '../../../lib/console/live-query.ts';
import type { RibbonRange } from '../device-search.ts';
import { deviceKeys } from './device-keys.ts';
import { devicePath } from './get-device.ts';

const dayMs = 86_400_000;

const lengthsMs: Record<RibbonRange, number> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};

function getTimeline(
  deviceId: string,
  range: RibbonRange,
  signal: AbortSignal,
): Promise<TimelineAnswer> {
  const from = new Date(Date.now() - lengthsMs[range]).toISOString();
  return adminApi.get(`${devicePath(deviceId)}/timeline`, { query: { from }, signal });
}

/** What is known of a device up to now; asked again with its events, and as time moves on. */
export function timelineQuery(deviceId: string, range: RibbonRange) {
  return queryOptions({
    queryKey: deviceKeys.timeline(deviceId, range),
    queryFn: ({ signal }) => getTimeline(deviceId, range, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
    meta: follow<TimelineAnswer>((answer, { event, data }, askAgain) => {
      if ((event === 'event' || event === 'device') && data.device_id === deviceId) askAgain();
      return answer;
    }),
  });
}
