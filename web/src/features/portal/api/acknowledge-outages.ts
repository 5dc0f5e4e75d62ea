import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

function acknowledgeOutages(ids: readonly number[]): Promise<unknown> {
  return customerApi.post('/api/customer/outages/acknowledge', { outage_ids: ids });
}

/** Acknowledges all in one request; busy until the sites are up to date. */
export function useAcknowledgeOutages() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: acknowledgeOutages,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
