import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { renewKeyAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

interface Renewal {
  code: string;
  months: number;
}

function renewKey({ code, months }: Renewal): Promise<OutputOf<typeof renewKeyAnswerSchema>> {
  return adminApi.post(`/api/keys/${encodeURIComponent(code)}/renew`, { months });
}

export function useRenewKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: renewKey,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
