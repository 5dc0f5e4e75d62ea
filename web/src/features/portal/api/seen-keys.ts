import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  replaceCodesAnswerSchema,
  SeenKeyAnswer,
} from '../../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

export type SeenKey = SeenKeyAnswer;
export type ReplacedKey = OutputOf<typeof replaceCodesAnswerSchema>['data'][number];

/** Keys whose codes were seen in chats, each with the chat; only owners may ask. */
export const seenKeysQuery = queryOptions({
  queryKey: portalKeys.seenKeys,
  queryFn: async ({ signal }) =>
    (await customerApi.get<{ data: SeenKey[] }>('/api/customer/seen-keys', { signal })).data,
});

/** Gives keys new codes; the answer has them whole. */
export function useReplaceCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (
        await customerApi.post<{ data: ReplacedKey[] }>('/api/customer/keys/replace-codes', {
          key_ids: ids,
        })
      ).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}
