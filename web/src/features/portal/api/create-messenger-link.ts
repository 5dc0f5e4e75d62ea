import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { lineLinkAnswerSchema } from '../../../../../src/contract/alerts/line.ts';
import type { messengerLinkAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

export type MessengerLink = z.output<typeof messengerLinkAnswerSchema>;

function createMessengerLink(signal: AbortSignal): Promise<MessengerLink> {
  return customerApi.post('/api/customer/telegram-link', undefined, { signal });
}

const onceOnly = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isLive: false },
} as const;

/**
 * A link that connects a chat, once. Every call makes another, so it is made only when somebody is to
 * see it, and again only when they ask.
 */
export const messengerLinkQuery = queryOptions({
  ...onceOnly,
  queryKey: portalKeys.messengerLink,
  queryFn: ({ signal }) => createMessengerLink(signal),
});

export type LineLink = z.output<typeof lineLinkAnswerSchema>;

/** The same for LINE: a code, and a link that writes it into the chat. */
export const lineLinkQuery = queryOptions({
  ...onceOnly,
  queryKey: portalKeys.lineLink,
  queryFn: ({ signal }): Promise<LineLink> =>
    customerApi.post('/api/customer/line-link', undefined, { signal }),
});

/** Forgets used links, so that the next request gets a new one. */
export function useForgetLinks(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const { queryKey } of [messengerLinkQuery, lineLinkQuery]) {
      queryClient.removeQueries({ queryKey });
    }
  }, [queryClient]);
}
