import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { lineLinkAnswerSchema } from '../../../../../src/contract/alerts/line.ts';
import type { messengerLinkAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

type MessengerLink = OutputOf<typeof messengerLinkAnswerSchema>;

function createMessengerLink(contactId: string, signal: AbortSignal): Promise<MessengerLink> {
  const path = `/api/customer/telegram-link?contact_id=${contactId}`;
  return customerApi.post(path, undefined, { signal });
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
 * @param contactId whose the chat will be
 */
export function messengerLinkQuery(contactId: string) {
  return queryOptions({
    ...onceOnly,
    queryKey: [...portalKeys.messengerLink, contactId],
    queryFn: ({ signal }) => createMessengerLink(contactId, signal),
  });
}

type LineLink = OutputOf<typeof lineLinkAnswerSchema>;

/** The same for LINE: a code, and a link that writes it into the chat. */
export function lineLinkQuery(contactId: string) {
  return queryOptions({
    ...onceOnly,
    queryKey: [...portalKeys.lineLink, contactId],
    queryFn: ({ signal }): Promise<LineLink> =>
      customerApi.post(`/api/customer/line-link?contact_id=${contactId}`, undefined, { signal }),
  });
}

/** Forgets used links, so that the next request gets a new one. */
export function useForgetLinks(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [portalKeys.messengerLink, portalKeys.lineLink]) {
      queryClient.removeQueries({ queryKey });
    }
  }, [queryClient]);
}
