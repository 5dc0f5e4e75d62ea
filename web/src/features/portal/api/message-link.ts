import { queryOptions, useMutation } from '@tanstack/react-query';
import type { MessageLinkAnswer } from '../../../../../src/contract/alerts/message-links.ts';
import { publicApi } from '../../../lib/api-client.ts';

const path = '/api/message-link';

/** What a link would do; asking changes nothing. */
export const messageLinkQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['message-link', ticket],
    queryFn: async ({ signal }) =>
      (await publicApi.get<MessageLinkAnswer>(path, { query: { ticket }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Does what a link stands for. */
export function useFollowLink(ticket: string) {
  return useMutation({
    mutationFn: () =>
      publicApi.post<MessageLinkAnswer>(`${path}?${new URLSearchParams({ ticket })}`),
  });
}
