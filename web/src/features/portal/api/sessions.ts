import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { sessionsAnswerSchema } from '../../../../../src/contract/account.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

const path = '/api/account/sessions';

/** Where this customer is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: portalKeys.sessions,
  queryFn: async ({ signal }) =>
    (await customerApi.get<z.output<typeof sessionsAnswerSchema>>(path, { signal })).data,
  meta: { isLive: false },
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => customerApi.delete<unknown>(`${path}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.sessions }),
  });
}
