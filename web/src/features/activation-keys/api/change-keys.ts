import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  createKeyAnswerSchema,
  createKeySchema,
  createKeysAnswerSchema,
  createKeysSchema,
  editKeyAnswerSchema,
  editKeySchema,
  KeyAnswer,
  renewKeyAnswerSchema,
  revokeKeyAnswerSchema,
} from '../../../../../src/contract/keys/keys.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

async function createKey(order: InputOf<typeof createKeySchema>): Promise<readonly KeyAnswer[]> {
  const { data } = await adminApi.post<OutputOf<typeof createKeyAnswerSchema>>('/api/keys', order);
  return [data];
}

async function createKeys(order: InputOf<typeof createKeysSchema>): Promise<readonly KeyAnswer[]> {
  const { data } = await adminApi.post<OutputOf<typeof createKeysAnswerSchema>>(
    '/api/keys/bulk',
    order,
  );
  return data;
}

/** Makes one key, in a list of its own. */
export function useCreateKey() {
  return useConsoleChange(createKey);
}

/** Makes many of a kind. */
export function useCreateKeys() {
  return useConsoleChange(createKeys);
}

interface Editing {
  code: string;
  /** Notes; or a phone, which binds; or a customer, which transfers. */
  edit: InputOf<typeof editKeySchema>;
}

function editKey({ code, edit }: Editing): Promise<OutputOf<typeof editKeyAnswerSchema>> {
  return adminApi.put(`/api/keys/${encodeURIComponent(code)}`, edit);
}

export function useEditKey() {
  return useConsoleChange(editKey);
}

interface Renewal {
  code: string;
  months: number;
}

function renewKey({ code, months }: Renewal): Promise<OutputOf<typeof renewKeyAnswerSchema>> {
  return adminApi.post(`/api/keys/${encodeURIComponent(code)}/renew`, { months });
}

export function useRenewKey() {
  return useConsoleChange(renewKey);
}

function revokeKey(code: string): Promise<OutputOf<typeof revokeKeyAnswerSchema>> {
  return adminApi.post(`/api/keys/${encodeURIComponent(code)}/revoke`);
}

export function useRevokeKey() {
  return useConsoleChange(revokeKey);
}

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
