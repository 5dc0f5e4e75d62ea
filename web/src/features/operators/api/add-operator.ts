import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addOperatorSchema,
  newPasswordAnswerSchema,
} from '../../../../../src/contract/people/operators.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { operatorsKey } from './operators-key.ts';

type NewPassword = OutputOf<typeof newPasswordAnswerSchema>;

function addOperator(operator: InputOf<typeof addOperatorSchema>): Promise<NewPassword> {
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
