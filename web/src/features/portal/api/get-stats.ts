import { queryOptions } from '@tanstack/react-query';
import type { portalStatsAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

export type PortalStats = OutputOf<typeof portalStatsAnswerSchema>;

function getStats(signal: AbortSignal): Promise<PortalStats> {
  return customerApi.get('/api/customer/stats', { signal });
}

/**
 * Keys, devices as they are now, chats. Kept fresh by the live stream; asked for now and then all the
 * same, since a chat that blocks the bot, a mute or a key that runs out is no message of the stream.
 */
export const statsQuery = queryOptions({
  queryKey: portalKeys.stats,
  queryFn: ({ signal }) => getStats(signal),
  refetchInterval: 60_000,
});
