import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

/** As many as the server deletes in one go, all or none. */
export const mostDeleted = 200;

function deleteKeys(codes: readonly string[]): Promise<unknown> {
  const [only = '', ...others] = codes;
  if (others.length === 0) return adminApi.delete(`/api/keys/${encodeURIComponent(only)}`);
  return adminApi.post('/api/keys/bulk-delete', { key_codes: codes });
}

export function useDeleteKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteKeys,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
