import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { lineLinkAnswerSchema } from '../../../../src/contract/alerts/line.ts';
import type { messengerLinkAnswerSchema } from '../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { toast } from '../../components/ui/toast.ts';
import { customerApi } from '../../lib/api-client.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { portalKeys, statsQuery } from './portal-stats.ts';

type MessengerLink = OutputOf<typeof messengerLinkAnswerSchema>;

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
    queryFn: ({ signal }): Promise<MessengerLink> => {
      const path = `/api/customer/telegram-link?contact_id=${contactId}`;
      return customerApi.post(path, undefined, { signal });
    },
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
function useForgetLinks(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [portalKeys.messengerLink, portalKeys.lineLink]) {
      queryClient.removeQueries({ queryKey });
    }
  }, [queryClient]);
}

/** Says on whatever page that one more chat can be reached, and gives up the link that it used. */
export function useChatNews(): void {
  const { t } = useTranslation();
  const forgetLinks = useForgetLinks();
  const { data } = useQuery(statsQuery);
  const chats = data?.messenger.connected;
  const before = useRef(chats);
  useEffect(() => {
    const isNew = chats !== undefined && before.current !== undefined && chats > before.current;
    before.current = chats;
    if (!isNew) return;
    forgetLinks();
    toast.success(t('messenger.connected'));
  }, [chats, forgetLinks, t]);
}
