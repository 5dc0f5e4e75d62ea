import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  createKeyAnswerSchema,
  createKeySchema,
  createKeysAnswerSchema,
  createKeysSchema,
  KeyAnswer,
} from '../../../../../src/contract/keys/keys.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

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
  return useMaking(createKey);
}

/** Makes many of a kind. */
export function useCreateKeys() {
  return useMaking(createKeys);
}

function useMaking<Order>(make: (order: Order) => Promise<readonly KeyAnswer[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
