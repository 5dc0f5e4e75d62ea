import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useMutation,
} from '@tanstack/react-query';
import type {
  portalEventsAnswerSchema,
  portalStatsAnswerSchema,
} from '../../../../src/contract/devices/portal.ts';
import type { ReportAnswer, TimelineAnswer } from '../../../../src/contract/fleet/report.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { isoDateIn } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import { type PowerSegment, toPowerSegments } from '../../lib/power-state.ts';
import { saveFile } from '../../lib/save-file.ts';
import {
  activityKeys,
  type EventsWanted,
  type ReportWanted,
  reportParameters,
  reportPath,
} from './report-calls.ts';

type EventsAnswer = OutputOf<typeof portalEventsAnswerSchema>;

export const eventsPerPage = 20;

/** A page of what happened, newest first; the page before stays until the next is there. */
export function eventsQuery(wanted: EventsWanted) {
  return queryOptions({
    queryKey: activityKeys.events(wanted),
    queryFn: ({ signal }): Promise<EventsAnswer> => {
      const { filter, page, device } = wanted;
      return customerApi.get('/api/customer/events', {
        query: { filter, page, limit: eventsPerPage, device_id: device },
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });
}

type Stats = OutputOf<typeof portalStatsAnswerSchema>;

/** Who the customer is, and the devices they may choose from. */
type Owner = Pick<Stats, 'user' | 'devices'>;

export const ownerQuery = queryOptions({
  queryKey: activityKeys.stats,
  queryFn: ({ signal }): Promise<Stats> => customerApi.get('/api/customer/stats', { signal }),
  select: ({ user, devices }): Owner => ({ user, devices }),
});

/** Epoch milliseconds. */
interface Timeline {
  startMs: number;
  endMs: number;
  segments: readonly PowerSegment[];
}
export type TimelineResult = UseQueryResult<Timeline>;

function toTimeline({ from, to, spans }: TimelineAnswer): Timeline {
  return { startMs: Date.parse(from), endMs: Date.parse(to), segments: toPowerSegments(spans) };
}

/** What is known of a device, moment by moment. */
export function timelineQuery(deviceId: string, range: RibbonRange) {
  return queryOptions({
    queryKey: activityKeys.timeline(deviceId, range),
    queryFn: ({ signal }): Promise<TimelineAnswer> =>
      customerApi.get(`/api/customer/devices/${encodeURIComponent(deviceId)}/timeline`, {
        query: { ...range },
        signal,
      }),
    select: toTimeline,
    refetchInterval: 5 * 60_000,
  });
}

/** How many are fetched at the same time. */
const atOnce = 6;

/**
 * Fetches what the page has not drawn, so that the paper has the ribbon of every site. One that cannot
 * be had is left out there.
 */
export async function loadRibbons(
  queries: QueryClient,
  { by_device: devices, period }: ReportAnswer,
  madeAtMs: number,
): Promise<void> {
  const range = ribbonRange(period, madeAtMs);
  const waiting = devices.values();
  const load = async () => {
    for (const { device_id: id } of waiting) {
      await queries.prefetchQuery({ ...timelineQuery(id, range), staleTime: 60_000 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, load));
}

interface Download {
  wanted: ReportWanted;
  /** Time zone of the report, whose date names the file. */
  timezone: ReportAnswer['period']['timezone'];
  /** Language of the file. */
  language: Language;
}

/** All outages of the report as a file. */
export function useDownloadOutages() {
  return useMutation({
    mutationFn: async ({ wanted, timezone, language }: Download): Promise<void> => {
      const csv = await customerApi.download(`${reportPath}/export.csv`, {
        query: { ...reportParameters(wanted), language },
      });
      saveFile(csv, `outages-${isoDateIn(timezone, Date.now())}.csv`);
    },
  });
}

const dayMs = 86_400_000;
/** The server tells no more of a timeline at once. */
const longestDays = 400;
const shownDays = 365;

/** ISO 8601; without an end it runs to now. */
export interface RibbonRange {
  from: string;
  to?: string;
}

/** The time that the ribbons of a report show: what has passed of it, or the last year of that. */
export function ribbonRange({ from, to }: ReportAnswer['period'], nowMs: number): RibbonRange {
  const toMs = Date.parse(to);
  const isOver = toMs <= nowMs;
  const isLong = toMs - Date.parse(from) > longestDays * dayMs;
  return {
    from: isLong
      ? new Date((isOver ? toMs : nowMs - (nowMs % dayMs)) - shownDays * dayMs).toISOString()
      : from,
    // One that lies wholly ahead has an end, too: there is nothing before now to draw.
    ...((isOver || Date.parse(from) > nowMs) && { to }),
  };
}
