import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

/** As many as the server deletes in one go, all or none. */
const atOnce = 200;

/** Some were deleted, and then it stopped. */
export class PartlyDeleted extends Error {
  override readonly name = 'PartlyDeleted';
  readonly deleted: readonly string[];

  constructor(deleted: readonly string[], cause: unknown) {
    super('some were not deleted', { cause });
    this.deleted = deleted;
  }
}

/**
 * Many go one lot after the other, each whole.
 * @throws PartlyDeleted once the first lot is gone
 */
async function deleteKeys(codes: readonly string[]): Promise<void> {
  const [only = '', ...others] = codes;
  if (others.length === 0) {
    await adminApi.delete(`/api/keys/${encodeURIComponent(only)}`);
    return;
  }
  for (let from = 0; from < codes.length; from += atOnce) {
    try {
      const lot = codes.slice(from, from + atOnce);
      await adminApi.post('/api/keys/bulk-delete', { key_codes: lot });
    } catch (error) {
      throw from === 0 ? error : new PartlyDeleted(codes.slice(0, from), error);
    }
  }
}

export function useDeleteKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteKeys,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
