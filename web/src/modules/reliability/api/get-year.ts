import { queryOptions } from '@tanstack/react-query';
import type { OwnYearAnswer } from '../../../../../src/modules/reliability/contract.ts';
import { customerApi } from '../../../lib/api-client.ts';

function getYear(deviceId: string | undefined, signal: AbortSignal): Promise<OwnYearAnswer> {
  return customerApi.get('/api/customer/reliability', { query: { deviceId }, signal });
}

/** How this year is at all sites or at one, and around them. */
export function yearQuery(device: string | undefined) {
  return queryOptions({
    queryKey: ['reliability', 'year', device],
    queryFn: ({ signal }) => getYear(device, signal),
    staleTime: 5 * 60_000,
  });
}
