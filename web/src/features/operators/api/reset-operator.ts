import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { newPasswordAnswerSchema } from '../../../../../src/contract/people/operators.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { operatorsKey } from './operators-key.ts';

function resetOperator(id: number): Promise<OutputOf<typeof newPasswordAnswerSchema>> {
  return adminApi.post(`/api/operators/${id}/reset`);
}

/** Gives an operator a new password, removes second factors and ends all sessions. The password is shown once. */
export function useResetOperator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resetOperator,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: operatorsKey }),
  });
}
