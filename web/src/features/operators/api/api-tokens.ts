import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ApiTokenAnswer,
  apiTokensAnswerSchema,
  createApiTokenAnswerSchema,
  createApiTokenSchema,
} from '../../../../../src/contract/people/api-tokens.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow } from '../../../lib/console/live-query.ts';
import { operatorsKey } from './operators-key.ts';

const queryKey = [...operatorsKey, 'tokens'];

async function listTokens(signal: AbortSignal): Promise<ApiTokenAnswer[]> {
  type Answer = z.output<typeof apiTokensAnswerSchema>;
  return (await adminApi.get<Answer>('/api/tokens', { signal })).data;
}

/** What programs call the API with. */
export const apiTokensQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => listTokens(signal),
  meta: follow<ApiTokenAnswer[]>((tokens, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return tokens;
  }),
});

/** Makes one; the answer holds it, this once. */
export function useCreateApiToken() {
  const queryClient = useQueryClient();
  type Answer = z.output<typeof createApiTokenAnswerSchema>;
  return useMutation({
    mutationFn: (token: z.input<typeof createApiTokenSchema>) =>
      adminApi.post<Answer>('/api/tokens', token),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useRevokeApiToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => adminApi.delete(`/api/tokens/${id}`),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
