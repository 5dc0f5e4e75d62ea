import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { recoveryCodesAnswerSchema } from '../../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { askAccountAgain } from '../own-account.ts';

type Answer = OutputOf<typeof recoveryCodesAnswerSchema>;

/** @returns the recovery codes, which no answer holds again */
async function confirmTotp(code: string): Promise<readonly string[]> {
  const { data } = await adminApi.post<Answer>('/api/account/totp/confirm', { code });
  return data.recovery_codes;
}

/** Takes the authenticator app into use that shows this code. */
export function useConfirmTotp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmTotp,
    onSuccess: () => void askAccountAgain(queryClient),
  });
}
