import type {
  changeCustomerAnswerSchema,
  editCustomerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

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
  return useConsoleChange(editCustomer);
}
