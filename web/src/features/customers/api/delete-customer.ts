import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { customerKeys } from './customer-keys.ts';

function deleteCustomer(id: number): Promise<unknown> {
  return adminApi.delete(`/api/customers/${id}`);
}

/** Deletes a customer who has neither devices nor keys. */
export function useDeleteCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteCustomer,
    onSuccess: (_, id) => {
      const gone = JSON.stringify(customerKeys.one(id));
      // The deleted thing must not be fetched again while its page is being left.
      void queryClient.invalidateQueries({
        queryKey: consoleKey,
        predicate: ({ queryKey }) => JSON.stringify(queryKey) !== gone,
      });
    },
  });
}
