import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addNumberAnswerSchema,
  addNumberSchema,
  confirmNumberSchema,
  numberedSitesSchema,
} from '../../../../../src/contract/alerts/numbers.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { type ChannelWith, channelsWith } from '../../../../../src/domain/alerts/channel-traits.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { portalKeys } from '../portal-stats.ts';

/** How phones are told. */
export const numberChannels = channelsWith('takesNumbers');
export type NumberChannel = ChannelWith<'takesNumbers'>;

/** Whether alerts can go by SMS, and by phone. */
export const numbersQuery = queryOptions({
  ...publicInfoQuery,
  select: (info: PublicInfo): Readonly<Record<NumberChannel, boolean>> => info,
});

/** By which numbers calls name the sites. */
export const numberedSitesQuery = queryOptions({
  queryKey: portalKeys.numberedSites,
  queryFn: async () => {
    const { data } = await customerApi.get<OutputOf<typeof numberedSitesSchema>>(
      '/api/customer/call/sites',
    );
    return data;
  },
});

/** Sends a code to a number, or says it there. */
export function useAskNumber(channel: NumberChannel) {
  return useMutation({
    mutationFn: (asked: InputOf<typeof addNumberSchema>) =>
      customerApi.post<OutputOf<typeof addNumberAnswerSchema>>(`/api/customer/${channel}`, asked),
  });
}

/** Connects a number by the code that came there. */
export function useConfirmNumber(channel: NumberChannel) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (typed: InputOf<typeof confirmNumberSchema>) =>
      customerApi.post(`/api/customer/${channel}/confirm`, typed),
    onSuccess: () =>
      Promise.all(
        [portalKeys.contacts, portalKeys.contactPreview, portalKeys.stats].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
