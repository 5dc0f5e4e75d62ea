import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  changeCustomerAnswerSchema,
  editCustomerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

interface Editing {
  id: number;
  fields: InputOf<typeof editCustomerSchema>;
}
type ChangeAnswer = OutputOf<typeof changeCustomerAnswerSchema>;

function editCustomer({ id, fields }: Editing): Promise<ChangeAnswer> {
  return adminApi.put(`/api/customers/${id}`, fields);
}

/** Changes facts, and whether a customer is active. */
export function useEditCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: editCustomer,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
