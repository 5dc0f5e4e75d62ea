import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  changeSetupAnswerSchema,
  SetupAnswer,
} from '../../../../src/contract/system/setup.ts';
import type { ConsoleSetting } from '../../../../src/domain/system/console-settings.ts';
import type { SetupStep } from '../../../../src/domain/system/setup-steps.ts';
import { adminApi } from '../../lib/api-client.ts';
import { attentionQuery } from '../../lib/console/attention-query.ts';
import { setupQuery } from './setup-card.tsx';

type Answer = OutputOf<typeof changeSetupAnswerSchema>;

/** Each of these shows its answer at once. */
function useChange<Given>(send: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given): Promise<SetupAnswer> => (await send(given)).data,
    onSuccess: (setup) => {
      queryClient.setQueryData(setupQuery.queryKey, setup);
      void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
    },
  });
}

export function useDismissStep() {
  return useChange(({ step, isDismissed }: { step: SetupStep; isDismissed: boolean }) =>
    adminApi.put<Answer>(`/api/setup/steps/${step}`, { is_dismissed: isDismissed }),
  );
}

export function useSaveSetting(setting: ConsoleSetting) {
  return useChange((value: string | null) =>
    adminApi.put<Answer>(`/api/setup/settings/${setting}`, { value }),
  );
}

export function useConnectBot() {
  return useChange((token: string) => adminApi.post<Answer>('/api/setup/messenger', { token }));
}

export function useDisconnectBot() {
  return useChange(() => adminApi.delete<Answer>('/api/setup/messenger'));
}
