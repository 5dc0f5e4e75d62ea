import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  addCustomerSchema,
  changeCustomerAnswerSchema,
} from '../../../../../src/contract/people/customers.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

type NewCustomer = z.input<typeof addCustomerSchema>;
type ChangeAnswer = z.output<typeof changeCustomerAnswerSchema>;

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
