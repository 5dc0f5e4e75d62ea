import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  homeBrokerAnswerSchema,
  homeBrokerBodySchema,
  homeBrokerSavedAnswerSchema,
} from '../../../../../src/modules/home/contract.ts';
import { portalKeys } from '../../../features/portal/api/portal-keys.ts';
import { customerApi } from '../../../lib/api-client.ts';

type Answer = OutputOf<typeof homeBrokerAnswerSchema>;
type Saved = OutputOf<typeof homeBrokerSavedAnswerSchema>;

const path = '/api/customer/home-broker';

/** To which broker sites are sent; how its connection is, is asked again every ten seconds. */
export const homeBrokerQuery = queryOptions({
  queryKey: [...portalKeys.all, 'home-broker'],
  queryFn: ({ signal }) => customerApi.get<Answer>(path, { signal }),
  select: ({ data }) => data,
  refetchInterval: 10_000,
});

/** Has sites sent to a broker; it is tried first. */
export function useSaveHomeBroker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof homeBrokerBodySchema>) => customerApi.put<Saved>(path, body),
    onSuccess: ({ data }) => queryClient.setQueryData(homeBrokerQuery.queryKey, { ok: true, data }),
  });
}

/** Has them sent to none. */
export function useRemoveHomeBroker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<Saved>(path),
    onSuccess: ({ data }) => queryClient.setQueryData(homeBrokerQuery.queryKey, { ok: true, data }),
  });
}
