import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  privacyAnswerSchema,
  savePrivacyAnswerSchema,
  savePrivacySchema,
} from '../../../../../src/contract/people/privacy.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

const path = '/api/settings/privacy';
const queryKey = [...consoleKey, 'privacy'];
type Answer = OutputOf<typeof privacyAnswerSchema>;
export type PrivacySettings = Answer['data'];

/** What the privacy page says, and how long things are kept. */
export const privacySettingsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await adminApi.get<Answer>(path, { signal })).data,
  meta: follow<PrivacySettings>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});

export function useSavePrivacy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: InputOf<typeof savePrivacySchema>) =>
      (await adminApi.put<OutputOf<typeof savePrivacyAnswerSchema>>(path, changed)).data,
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
  });
}
