import type {
  addCustomerSchema,
  changeCustomerAnswerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

type NewCustomer = InputOf<typeof addCustomerSchema>;
type ChangeAnswer = OutputOf<typeof changeCustomerAnswerSchema>;

function addCustomer(customer: NewCustomer): Promise<ChangeAnswer> {
  return adminApi.post('/api/customers', customer);
}

export function useAddCustomer() {
  return useConsoleChange(addCustomer);
}
