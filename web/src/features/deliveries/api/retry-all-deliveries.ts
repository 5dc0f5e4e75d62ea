import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { retryAllAnswerSchema } from '../../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

async function retryAllDeliveries(): Promise<number> {
  const { data } = await adminApi.post<OutputOf<typeof retryAllAnswerSchema>>(
    '/api/notifications/retry-all',
  );
  return data.retried;
}

/** Sends again everything that was given up in the last 24 hours. @returns how many */
export function useRetryAllDeliveries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: retryAllDeliveries,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
