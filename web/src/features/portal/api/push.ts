import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { browserAnswerSchema } from '../../../../../src/contract/alerts/push.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { readSubscription, subscribe } from '../../../lib/push-subscription.ts';
import { portalKeys } from './portal-keys.ts';

/** The number of the recipient that this browser is; null: it is not told. */
export const ownBrowserQuery = (key: string) =>
  queryOptions({
    queryKey: portalKeys.ownBrowser,
    queryFn: async ({ signal }) => {
      const endpoint = (await readSubscription(key))?.endpoint;
      if (endpoint === undefined) return null;
      const path = `/api/customer/browsers?endpoint=${encodeURIComponent(endpoint)}`;
      const { data } = await customerApi.get<OutputOf<typeof browserAnswerSchema>>(path, {
        signal,
      });
      return data.recipient_id;
    },
  });

async function connect(key: string, name: string): Promise<void> {
  const { endpoint, keys } = (await subscribe(key)).toJSON();
  await customerApi.post('/api/customer/browsers', { endpoint, keys, name });
}

/** Asks for permission, subscribes, and connects this browser under a name. */
export function useConnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => connect(key, name),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}

export function useDisconnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await customerApi.delete(`/api/customer/recipients/${id}`);
      await (await readSubscription(key))?.unsubscribe();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}
