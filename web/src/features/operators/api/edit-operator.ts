import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  changeOperatorAnswerSchema,
  editOperatorSchema,
} from '../../../../../src/contract/people/operators.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

interface Editing {
  id: number;
  edit: InputOf<typeof editOperatorSchema>;
}

function editOperator({ id, edit }: Editing): Promise<OutputOf<typeof changeOperatorAnswerSchema>> {
  return adminApi.put(`/api/operators/${id}`, edit);
}

/** Changes what an operator may do, or who they are at the OpenID provider. */
export function useEditOperator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: editOperator,
    // The operator may have changed their own role.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
