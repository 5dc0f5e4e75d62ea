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

const lookEveryMs = 1_000;
const mostLooks = 60;

/** Restarts the server, and loads the page anew once it is back. Resolves to false where it is not in a minute. */
export function useRestart() {
  return useMutation({
    mutationFn: async () => {
      await adminApi.post(`${path}/restart`);
      for (let looks = 0; looks < mostLooks; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
        const answer = await adminApi
          .get<OutputOf<typeof extrasAnswerSchema>>(path)
          .catch(() => null);
        if (answer !== null && !isRestartDue(answer.data)) {
          // Here, as what asked may be gone by then: pages are told by their document which modules are on.
          location.reload();
          return true;
        }
      }
      return false;
    },
  });
}

/** Whether a switch waits for the next start. */
export function isRestartDue({ extras }: ExtrasAnswer): boolean {
  return extras.some((extra) => extra.is_on !== extra.is_on_next);
}

/** Saves which modules the next start switches on. */
export function useSaveExtras() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (extras: readonly string[]) =>
      (await adminApi.put<OutputOf<typeof saveExtrasAnswerSchema>>(path, { extras })).data,
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  });
}
