import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { recoveryCodesAnswerSchema } from '../../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { askAccountAgain } from '../own-account.ts';

type Answer = OutputOf<typeof recoveryCodesAnswerSchema>;

/** @returns the recovery codes, which no answer holds again */
async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await adminApi.post<Answer>('/api/account/recovery-codes', {})).data.recovery_codes;
}

/** Makes recovery codes in place of those there were. */
export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: () => void askAccountAgain(queryClient),
  });
}
