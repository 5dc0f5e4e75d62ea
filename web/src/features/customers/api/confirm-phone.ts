import type { changeCustomerAnswerSchema } from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

function confirmPhone(id: number): Promise<OutputOf<typeof changeCustomerAnswerSchema>> {
  return adminApi.post(`/api/customers/${id}/confirm-phone`);
}

/** Confirms in the operator's name that the account belongs to the phone's owner. */
export function useConfirmPhone() {
  return useConsoleChange(confirmPhone);
}
