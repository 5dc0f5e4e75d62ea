import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { erasedAnswer } from '../../../../../src/contract/people/privacy.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { customerKeys } from './customer-keys.ts';

/** Everything that is stored about a customer, as a file. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async (id: number) =>
      saveFile(await adminApi.download(`/api/customers/${id}/data`), `customer-${id}.json`),
  });
}

type Erased = OutputOf<typeof erasedAnswer>;
export type OldBackups = Erased['data']['backups'];

/** Deletes a customer and what is stored about them; devices are released, keys revoked. */
export function useEraseCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => adminApi.post<Erased>(`/api/customers/${id}/erase`),
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
