import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  ExtrasAnswer,
  extrasAnswerSchema,
  saveExtrasAnswerSchema,
} from '../../../../src/contract/system/extras.ts';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey } from '../../lib/console/console-keys.ts';
import { follow, isChangeOf } from '../../lib/console/live-query.ts';

const path = '/api/extras';
const queryKey = [...consoleKey, 'extras'];

/** The modules, and which of them are on. */
export const extrasQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) =>
    (await adminApi.get<OutputOf<typeof extrasAnswerSchema>>(path, { signal })).data,
  meta: follow<ExtrasAnswer>((extras, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return extras;
  }),
});

/** Saves which modules the next start switches on. */
export function useSaveExtras() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (extras: readonly string[]) =>
      (await adminApi.put<OutputOf<typeof saveExtrasAnswerSchema>>(path, { extras })).data,
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  });
}
