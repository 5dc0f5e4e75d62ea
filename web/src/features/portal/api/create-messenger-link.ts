import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { messengerLinkAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

export type MessengerLink = z.output<typeof messengerLinkAnswerSchema>;

function createMessengerLink(signal: AbortSignal): Promise<MessengerLink> {
  return customerApi.post('/api/customer/telegram-link', undefined, { signal });
}

/**
 * A link that connects a chat, once. Every call makes another, so it is made only when somebody is to
 * see it, and again only when they ask.
 */
export const messengerLinkQuery = queryOptions({
  queryKey: portalKeys.messengerLink,
  queryFn: ({ signal }) => createMessengerLink(signal),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isLive: false },
});

/** Forgets a used link, so that the next request gets a new one. */
export function useForgetLink(): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.removeQueries({ queryKey: messengerLinkQuery.queryKey }),
    [queryClient],
  );
}
