import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  addCustomerSchema,
  changeCustomerAnswerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

type NewCustomer = InputOf<typeof addCustomerSchema>;
type ChangeAnswer = OutputOf<typeof changeCustomerAnswerSchema>;

function addCustomer(customer: NewCustomer): Promise<ChangeAnswer> {
  return adminApi.post('/api/customers', customer);
}

export function useAddCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addCustomer,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
