import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { TimelineAnswer } from '../../../../../src/contract/fleet/report.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { type PowerSegment, toPowerSegments } from '../../../lib/power-state.ts';
import type { RibbonRange } from '../ribbon-range.ts';
import { activityKeys } from './activity-keys.ts';

/** Epoch milliseconds. */
interface Timeline {
  startMs: number;
  endMs: number;
  segments: readonly PowerSegment[];
}
export type TimelineResult = UseQueryResult<Timeline>;

function getTimeline(
  deviceId: string,
  range: RibbonRange,
  signal: AbortSignal,
): Promise<TimelineAnswer> {
  return customerApi.get(`/api/customer/devices/${encodeURIComponent(deviceId)}/timeline`, {
    query: { ...range },
    signal,
  });
}

function toTimeline({ from, to, spans }: TimelineAnswer): Timeline {
  return { startMs: Date.parse(from), endMs: Date.parse(to), segments: toPowerSegments(spans) };
}

/** What is known of a device, moment by moment. */
export function timelineQuery(deviceId: string, range: RibbonRange) {
  return queryOptions({
    queryKey: activityKeys.timeline(deviceId, range),
    queryFn: ({ signal }) => getTimeline(deviceId, range, signal),
    select: toTimeline,
    refetchInterval: 5 * 60_000,
  });
}
