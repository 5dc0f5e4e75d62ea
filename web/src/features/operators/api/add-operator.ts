import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  addOperatorSchema,
  newPasswordAnswerSchema,
} from '../../../../../src/contract/people/operators.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { operatorsKey } from './operators-key.ts';

type NewPassword = z.output<typeof newPasswordAnswerSchema>;

function addOperator(operator: z.input<typeof addOperatorSchema>): Promise<NewPassword> {
  return adminApi.post('/api/operators', operator);
}

/** Adds an operator; the answer holds their password, this once. */
export function useAddOperator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addOperator,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: operatorsKey }),
  });
}
