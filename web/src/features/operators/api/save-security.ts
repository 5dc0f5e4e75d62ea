import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { saveSecurityAnswerSchema } from '../../../../../src/contract/people/operators.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { type Security, securityQuery } from './get-security.ts';

async function saveSecurity(security: Security): Promise<Security> {
  type Answer = OutputOf<typeof saveSecurityAnswerSchema>;
  return (await adminApi.put<Answer>('/api/settings/security', security)).data;
}

export function useSaveSecurity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveSecurity,
    onSuccess: (security) => {
      queryClient.setQueryData(securityQuery.queryKey, security);
      // Whoever switches it on may need a second factor first.
      void queryClient.invalidateQueries({ queryKey: consoleKey });
    },
  });
}
