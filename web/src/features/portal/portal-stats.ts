import { queryOptions, useQuery } from '@tanstack/react-query';
import type { portalStatsAnswerSchema } from '../../../../src/contract/devices/portal.ts';
import type { TimelinesAnswer } from '../../../../src/contract/fleet/report.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';

/**
 * Names of what the portal keeps of the server's answers. Everything below `portal` is asked for again
 * when the live stream says that something has changed; what must not be says `meta: { isLive: false }`.
 */
export const portalKeys = {
  all: ['portal'],
  stats: ['portal', 'stats'],
  timelines: ['portal', 'timelines'],
  ownBrowser: ['portal', 'own-browser'],
  messengerLink: ['portal', 'messenger-link'],
  lineLink: ['portal', 'line-link'],
  webhookSecret: ['portal', 'webhook-secret'],
  questions: ['portal', 'questions'],
  contacts: ['portal', 'contacts'],
  seenKeys: ['portal', 'seen-keys'],
  numberedSites: ['portal', 'numbered-sites'],
  spokenName: ['portal', 'spoken-name'],
  contactPreview: ['portal', 'contact-preview'],
  plannedTimes: ['portal', 'planned-times'],
  testAlert: ['portal', 'test-alert'],
} as const;

export type PortalStats = OutputOf<typeof portalStatsAnswerSchema>;

/**
 * Keys, devices as they are now, chats. Kept fresh by the live stream; asked for now and then all the
 * same, since a chat that blocks the bot, a mute or a key that runs out is no message of the stream.
 */
export const statsQuery = queryOptions({
  queryKey: portalKeys.stats,
  queryFn: ({ signal }): Promise<PortalStats> => customerApi.get('/api/customer/stats', { signal }),
  refetchInterval: 60_000,
});

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

/** False: a chat opened the session that may log in, and who is told is not for it to change. */
export function useIsOwner(): boolean {
  return useQuery(statsQuery).data?.user.is_owner ?? true;
}
