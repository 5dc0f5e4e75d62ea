import { queryOptions } from '@tanstack/react-query';
import type { portalStatsAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { activityKeys } from './activity-keys.ts';

type Stats = OutputOf<typeof portalStatsAnswerSchema>;

/** Who the customer is, and the devices they may choose from. */
type Owner = Pick<Stats, 'user' | 'devices'>;

function getStats(signal: AbortSignal): Promise<Stats> {
  return customerApi.get('/api/customer/stats', { signal });
}

export const ownerQuery = queryOptions({
  queryKey: activityKeys.stats,
  queryFn: ({ signal }) => getStats(signal),
  select: ({ user, devices }): Owner => ({ user, devices }),
});
