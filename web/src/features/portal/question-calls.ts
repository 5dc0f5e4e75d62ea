import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { questionsAnswerSchema } from '../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { portalKeys } from './portal-stats.ts';

type Answer = OutputOf<typeof questionsAnswerSchema>;

const path = '/api/customer/join-requests';

/** Boards and keys that wait for the owner's word. */
export const questionsQuery = queryOptions({
  queryKey: portalKeys.questions,
  queryFn: async ({ signal }) => (await customerApi.get<Answer>(path, { signal })).data,
});

interface Reply {
  id: string;
  isYes: boolean;
}

export function useAnswerQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isYes }: Reply) =>
      customerApi.post<unknown>(`${path}/${encodeURIComponent(id)}/${isYes ? 'accept' : 'refuse'}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}
