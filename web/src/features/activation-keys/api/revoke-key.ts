import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { revokeKeyAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

function revokeKey(code: string): Promise<OutputOf<typeof revokeKeyAnswerSchema>> {
  return adminApi.post(`/api/keys/${encodeURIComponent(code)}/revoke`);
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: revokeKey,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
