import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  homeAccountAnswerSchema,
  homeClosedAnswerSchema,
  homeOpenedAnswerSchema,
} from '../../../../../src/modules/home/contract.ts';
import { portalKeys } from '../../../features/portal/api/portal-keys.ts';
import { customerApi } from '../../../lib/api-client.ts';

type Answer = OutputOf<typeof homeAccountAnswerSchema>;

const path = '/api/customer/home-automation';

/** How a home automation connects. Whether one is connected is asked every ten seconds. */
export const homeAccountQuery = queryOptions({
  queryKey: [...portalKeys.all, 'home-account'],
  queryFn: ({ signal }) => customerApi.get<Answer>(path, { signal }),
  select: ({ data }) => data,
  refetchInterval: 10_000,
});

/** Lets a home automation in; the password is shown once. */
export function useOpenHomeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.post<OutputOf<typeof homeOpenedAnswerSchema>>(path),
    onSuccess: ({ data: { password: _, ...data } }) =>
      queryClient.setQueryData(homeAccountQuery.queryKey, { ok: true, data }),
  });
}

/** Shuts home automations out. */
export function useCloseHomeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<OutputOf<typeof homeClosedAnswerSchema>>(path),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(homeAccountQuery.queryKey, { ok: true, data }),
  });
}
